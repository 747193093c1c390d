import type { Document } from '../../model/document.ts';
import type { StructuredQuery } from '../../model/query.ts';
import type { Timestamp } from '../../model/value.ts';
import type { Lookups, RulesDatabase } from './lookups.ts';

/** The caller's identity: null = signed out. Administrators never reach the rules. */
export interface Auth {
  readonly uid: string;
  /** All claims of the token, plain JSON. */
  readonly token: Readonly<Record<string, unknown>>;
}

interface Request {
  readonly auth: Auth | null;
  readonly time: Timestamp;
  readonly database: RulesDatabase;
  /** Shared by the evaluations of one RPC that touches several documents; each request has its own when absent. */
  readonly lookups?: Lookups;
}

export interface GetRequest extends Request {
  readonly method: 'get';
  readonly path: string;
  readonly resource: Document | undefined;
}

export interface WriteRequest extends Request {
  readonly method: 'create' | 'update' | 'delete';
  readonly path: string;
  readonly resource: Document | undefined;
  /** The document after the write; undefined for delete. */
  readonly requestResource: Document | undefined;
}

/** Proved from the query's constraints, never by filtering. */
export interface ListRequest extends Request {
  readonly method: 'list';
  readonly query: StructuredQuery;
}

export type RulesRequest = GetRequest | WriteRequest | ListRequest;
