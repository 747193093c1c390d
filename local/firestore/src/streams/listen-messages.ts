import type { Database } from '../store/engine.ts';
import type { FieldPath } from '../model/query.ts';
import type { Timestamp } from '../model/value.ts';
import { documentName } from '../model/resource-name.ts';
import { documentToWire } from '../actions/to-wire.ts';
import { grpcCode, type RpcError } from '../model/rpc-error.ts';
import type { ListenResponse } from '../codec/messages/listen.ts';
import { resumeToken } from './resume-token.ts';
import type { TargetEvent } from './target.ts';

type ChangeType = 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';

export function targetChange(type: ChangeType, id: number): ListenResponse {
  return { targetChange: { targetChangeType: type, targetIds: [id] } };
}

export function current(id: number, readTime: Timestamp): ListenResponse {
  return { targetChange: { targetChangeType: 'CURRENT', targetIds: [id], resumeToken: resumeToken(readTime), readTime } };
}

/** Refuses a target; the stream goes on. */
export function refused(id: number, error: RpcError): ListenResponse {
  return { targetChange: { targetChangeType: 'REMOVE', targetIds: [id], cause: { code: grpcCode[error.code], message: error.message } } };
}

/**
 * All targets of the stream have seen everything up to this time. Clients raise a snapshot only now (docs/facts.md, "Snapshots of Listen").
 */
export function consistentAt(readTime: Timestamp): ListenResponse {
  return { targetChange: { resumeToken: resumeToken(readTime), readTime } };
}

interface DocumentMessageOptions {
  readonly ids: readonly number[];
  readonly readTime: Timestamp;
  readonly select?: readonly FieldPath[];
  readonly hidden?: boolean;
}

/** One message about one document for the targets it concerns in the same way. */
export function documentMessage(
  database: Database,
  event: TargetEvent,
  { ids, readTime, select, hidden }: DocumentMessageOptions,
): ListenResponse {
  if (event.kind === 'deleted') {
    return { documentDelete: { document: documentName(database.name, event.path), removedTargetIds: ids, readTime } };
  }
  if (event.kind === 'out' && hidden) {
    return { documentRemove: { document: documentName(database.name, event.document.path), removedTargetIds: ids, readTime } };
  }
  const document = documentToWire(database, event.document, select);
  return { documentChange: event.kind === 'in' ? { document, targetIds: ids } : { document, removedTargetIds: ids } };
}
