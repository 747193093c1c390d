import { Timestamp } from '@google-cloud/firestore';
import type { Transaction } from 'firebase-admin/firestore';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { create, update, type Write } from '../../store/model/writes.ts';
import type { Caller } from '../callers/caller.ts';

export interface AuditEntry {
  action: string;
  /** Path of the document that it is about. */
  target: string;
  before: object | null;
  after: object | null;
}

/** audit/{id}: what staff did. Rows are only ever created; nothing here changes or removes one. */
export interface AuditDocument extends AuditEntry {
  actor: { id: string; name: string };
  createdAt: Timestamp;
}

/** A row of the audit, for the commit of the change that it tells about. */
export function auditWrite(services: Services, { uid, name }: Caller, entry: AuditEntry): Write {
  const { id, millis } = services.makeId();
  const row: AuditDocument = { ...entry, actor: { id: uid, name }, createdAt: Timestamp.fromMillis(millis) };
  return create(`audit/${id}`, row);
}

/** The same row in a transaction. */
export function auditIn(services: Services, tx: Pick<Transaction, 'create'>, caller: Caller, entry: AuditEntry): void {
  const write = auditWrite(services, caller, entry);
  if (write.kind === 'create') tx.create(services.db.doc(write.path), write.data);
}

/** Makes a document, and the row that tells of it, in one commit. */
export async function createAudited(services: Services, by: Caller, action: string, target: string, document: object): Promise<void> {
  const row = auditWrite(services, by, { action, target, before: null, after: document });
  await services.records.store.commit([create(target, document), row]);
}

/**
 * Changes a document and writes how it was before and after, in one commit.
 * @param changes what changes, or what makes that of the document as it stands in the commit
 * @throws {ApiError} not-found without the document
 */
export function changeAudited<T extends object>(
  services: Services,
  by: Caller,
  action: string,
  target: string,
  changes: Readonly<Record<string, unknown>> | ((before: T) => Readonly<Record<string, unknown>>),
): Promise<void> {
  return services.records.store.transaction(async (tx) => {
    const before = await tx.get<T>(target);
    if (!before) throw notFound('Document');
    const changed = typeof changes === 'function' ? changes(before.data) : changes;
    const row = auditWrite(services, by, { action, target, before: before.data, after: { ...before.data, ...changed } });
    tx.write(update(target, changed), row);
  });
}
