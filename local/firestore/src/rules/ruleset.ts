/** What the wire side needs from the rules engine. Implemented by `compileRules` in compile.ts. */
import type { Document } from '../model/document.ts';
import type { StructuredQuery } from '../model/query.ts';
import type { Timestamp } from '../model/value.ts';
import type { Lookups } from './evaluate/lookups.ts';
import type { ValueCount } from './expression-coverage.ts';

/** The caller's identity: null = signed out. Administrators never reach the rules. */
export interface Auth {
  readonly uid: string;
  /** All claims of the token, plain JSON. */
  readonly token: Readonly<Record<string, unknown>>;
}

/** State of the database as the rules may see it. */
export interface RulesDatabase {
  readonly projectId: string;
  readonly databaseId: string;
  get(path: string): Document | undefined;
  /** State as if the whole commit had succeeded; same as `get` outside a write. */
  getAfter(path: string): Document | undefined;
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

export interface Verdict {
  readonly allowed: boolean;
  /** For a denial: one clause per evaluated allow, e.g. `false for 'create' @ L71`. */
  readonly reason: string;
  /** For `:rulesTrace`: every allow that was evaluated, with line, outcome and the values it saw. Computed when first read. */
  readonly trace: readonly TraceEntry[];
}

export interface TraceEntry {
  readonly line: number;
  readonly column: number;
  readonly outcome: 'true' | 'false' | 'error' | 'unknown';
  readonly error?: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An allow statement or an expression, with what it came to since the rules were loaded. */
export interface Covered {
  readonly kind: 'allow' | 'expression';
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly endOffset: number;
  readonly values: readonly ValueCount[];
  /** The expressions directly inside, in source order. */
  readonly children: readonly Covered[];
}

export interface Ruleset {
  readonly service: 'cloud.firestore' | 'firebase.storage';
  readonly version: 1 | 2;
  evaluate(request: RulesRequest): Verdict;
  /** All allow statements, then the expressions of all functions. */
  coverage(): readonly Covered[];
}

/** A compile problem; `severity` 3 is an error, 2 a warning (facts §14.1). */
export interface Issue {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly endOffset: number;
  readonly description: string;
  readonly severity: 2 | 3;
}
