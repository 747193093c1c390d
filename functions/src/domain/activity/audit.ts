import { documentPath } from '../../store/model/collection.ts';
import type { AuditAction } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { audit } from '../../store/collections.ts';
import type { AuditDocument } from '../../store/documents/documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { create, update, type Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { Caller } from '../callers/caller.ts';

export interface AuditEntry extends Omit<AuditDocument, 'actor' | 'createdAt'> {
  action: AuditAction;
}

/** Makes a row of the audit, to be written in the commit of its change. */
export function auditWrite(services: Services, { uid, name }: Caller, entry: AuditEntry): Write {
  const { id, millis } = services.makeId();
  const row: AuditDocument = { ...entry, actor: { id: uid, name }, createdAt: Timestamp.fromMillis(millis) };
  return audit.create(id, row);
}

/** Creates a document and its row in the audit, in one commit. */
export async function createAudited(
  services: Services,
  by: Caller,
  { action, target, document, with: more = [] }: Pick<AuditEntry, 'action' | 'target'> & { document: object; with?: readonly Write[] },
): Promise<void> {
  const row = auditWrite(services, by, { action, target, before: null, after: document });
  await services.store.commit([create(target, document), row, ...more]);
}

type Changes = Readonly<Record<string, unknown>>;

interface AuditedChange<T> extends Pick<AuditEntry, 'action' | 'target'> {
  /** The changed fields, or a function that makes them from the document as the commit reads it; null when there is nothing to do. */
  changes: Changes | ((before: T, tx: Transaction) => Changes | null | Promise<Changes | null>);
}

/**
 * Changes a document and writes how it was before and after, in one commit.
 * @throws {ApiError} not-found without the document
 */
export function changeAudited<T extends object>(
  services: Services,
  by: Caller,
  { action, target, changes }: AuditedChange<T>,
): Promise<void> {
  return services.store.transaction(async (tx) => {
    const before = await tx.get(documentPath<T>(target));
    if (!before) throw notFound('Document');
    const changed = typeof changes === 'function' ? await changes(before.data, tx) : changes;
    if (changed === null) return;
    const row = auditWrite(services, by, { action, target, before: before.data, after: { ...before.data, ...changed } });
    tx.write(update(target, changed), row);
  });
}
