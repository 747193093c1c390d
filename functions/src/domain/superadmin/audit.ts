import type { AuditRow } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import { create, type Write } from '../../store/writes.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Listed } from './list-accounts.ts';
import { type OfficeQuery, listPage } from './list-page.ts';

export interface AuditEntry {
  action: string;
  /** Path of the document that it is about. */
  target: string;
  before: object | null;
  after: object | null;
}

/** audit/{id}: what staff did. Rows are only ever created; nothing here changes or removes one. */
interface AuditDocument extends AuditEntry {
  actor: { id: string; name: string };
  createdAt: Timestamp;
}

/** A row of the audit, for the commit of the change that it tells about. */
export function auditWrite(services: Services, { uid, name }: Caller, entry: AuditEntry): Write {
  const { id, millis } = services.makeId();
  const row: AuditDocument = { ...entry, actor: { id: uid, name }, createdAt: Timestamp.fromMillis(millis) };
  return create(`audit/${id}`, row);
}

/**
 * Runs what staff do to a document and writes how it was before and after. For work that has commits of its own;
 * a failure leaves no row.
 * @param target path of the document, or what finds it in the result of work that makes it
 */
export async function audited<T>(
  services: Services,
  caller: Caller,
  action: string,
  target: string | ((result: T) => string),
  work: () => Promise<T>,
): Promise<T> {
  const { store } = services.records;
  const before = typeof target === 'string' ? await store.get<object>(target) : null;
  const result = await work();
  const path = typeof target === 'string' ? target : target(result);
  const after = await store.get<object>(path);
  await store.commit([auditWrite(services, caller, { action, target: path, before: before?.data ?? null, after: after?.data ?? null })]);
  return result;
}

/** Newest first. */
export async function listAudit(services: Services, query: OfficeQuery): Promise<Listed<AuditRow>> {
  const { rows, pagination } = await listPage<AuditDocument>(
    services,
    { from: 'audit', timeOrderedIds: true },
    { ...query, search: undefined, tenantId: undefined },
  );
  const data = rows.map(({ id, data: { actor, action, target, before, after, createdAt } }) => ({
    id,
    actor,
    action,
    target,
    before: plain(before),
    after: plain(after),
    createdAt: createdAt.toDate().toISOString(),
  }));
  return { data, pagination };
}

/** Times as ISO text, for JSON. */
function plain(document: object | null): Record<string, unknown> | null {
  if (!document) return null;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]): [string, unknown] => [
      name,
      value instanceof Timestamp ? value.toDate().toISOString() : value,
    ]),
  );
}
