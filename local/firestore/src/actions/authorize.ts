import type { Database, PreparedWrite } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { StructuredQuery } from '../model/query.ts';
import { Timestamp } from '../model/value.ts';
import { RpcError } from '../model/rpc-error.ts';
import { Lookups, type RulesDatabase } from '../rules/evaluate/lookups.ts';
import { limits } from '../rules/language/limits.ts';
import type { RulesRequest } from '../rules/evaluate/request.ts';
import { formatTimestamp } from '../codec/proto/timestamp.ts';
import type { Call } from './call.ts';

/** A document that is about to be answered, or is missing. */
export interface ReadDocument {
  readonly path: string;
  readonly document: Document | undefined;
}

type After = (path: string) => Document | undefined;
type Shared = Pick<RulesRequest, 'auth' | 'time' | 'database'> & { readonly lookups: Lookups };

/**
 * Throws PERMISSION_DENIED unless the rules allow to get each document (or to learn that it is missing).
 * @returns paths of the other documents that the rules asked for
 */
export function authorizeGets(call: Call, database: Database, documents: readonly ReadDocument[]): readonly string[] {
  if (passes(call, database)) return [];
  const shared = sharedBy(call, { database, batch: documents.length > 1 });
  decideAll(call, {
    database,
    shared,
    requests: documents.map(({ path, document }) => ({ ...shared, method: 'get', path, resource: document })),
  });
  return shared.lookups.paths;
}

/**
 * Throws PERMISSION_DENIED unless the query's own constraints prove that every result may be read.
 * @returns paths of the documents that the rules asked for
 */
export function authorizeList(call: Call, database: Database, query: StructuredQuery): readonly string[] {
  if (passes(call, database)) return [];
  const shared = sharedBy(call, { database, batch: false });
  decideAll(call, { database, shared, requests: [{ ...shared, method: 'list', query }] });
  return shared.lookups.paths;
}

/** For `CommitOptions.authorize`: every write of a commit, judged by the state before and after the whole of it. */
export function authorizeWrites(
  call: Call,
  database: Database,
): ((changes: readonly PreparedWrite[], requestTime: Timestamp, after: After) => void) | undefined {
  if (passes(call, database)) return undefined;
  return (changes, time, after) => {
    const shared = { ...sharedBy(call, { database, batch: changes.length > 1, after }), time };
    decideAll(call, { database, shared, requests: changes.map((change) => writeRequest(shared, change)) });
  };
}

function writeRequest(shared: Shared, { write, before, after }: PreparedWrite): RulesRequest {
  const place = { ...shared, path: write.path, resource: before };
  if (write.kind === 'verify') return { ...place, method: 'get' };
  if (write.kind === 'delete') return { ...place, method: 'delete', requestResource: undefined };
  return { ...place, method: before ? 'update' : 'create', requestResource: after };
}

function passes(call: Call, database: Database): boolean {
  return call.caller.kind === 'admin' || call.backend.rules.of(database.projectId) === undefined;
}

function sharedBy(call: Call, { database, batch, after }: { database: Database; batch: boolean; after?: After }): Shared {
  const get = (path: string) => database.get(path, { unbilled: true });
  const view: RulesDatabase = { projectId: database.projectId, databaseId: database.databaseId, get, getAfter: after ?? get };
  return {
    auth: call.caller.kind === 'user' ? call.caller.auth : null,
    time: now(),
    database: view,
    lookups: new Lookups(view, batch ? limits.lookupsPerBatch : limits.lookupsPerRequest),
  };
}

/** Each document that get() or exists() looked up is billed once per request, as in production. */
function decideAll(
  call: Call,
  { database, shared: { lookups }, requests }: { database: Database; shared: Shared; requests: readonly RulesRequest[] },
): void {
  try {
    for (const request of requests) decide(call, database, request);
  } finally {
    database.billed.reads += lookups.count;
    call.billed.reads += lookups.count;
  }
}

function decide(call: Call, database: Database, request: RulesRequest): void {
  const rules = call.backend.rules.of(database.projectId);
  const verdict = rules?.ruleset?.evaluate(request) ?? { allowed: false, reason: 'The security rules do not compile.', trace: [] };
  call.backend.rules.record(database.projectId, {
    time: formatTimestamp(request.time),
    method: request.method,
    path: request.method === 'list' ? listPath(request.query) : request.path,
    uid: request.auth?.uid ?? null,
    verdict,
  });
  if (verdict.allowed) return;
  throw new RpcError('PERMISSION_DENIED', `Missing or insufficient permissions. ${verdict.reason}`.trim());
}

function listPath(query: StructuredQuery): string {
  const collection = query.from.map((from) => (from.allDescendants ? `{path=**}/${from.collectionId}` : from.collectionId)).join(',');
  return query.parent === '' ? collection : `${query.parent}/${collection}`;
}

/** The system's clock in milliseconds, as request.time has it. */
function now(): Timestamp {
  return Timestamp.fromMicros(Date.now() * 1000);
}
