import * as collections from '../../../store/collections.ts';
import type { AuditRow } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import { iso } from '../../../store/model/iso.ts';
import type { AuditDocument } from '../../../store/documents/documents.ts';
import { officeList } from './office-list.ts';

/** Newest first. */
export const audit = officeList<AuditDocument, AuditRow>({
  from: collections.audit.name,
  order: 'key',
  ofTenants: false,
  search: { beginning: 'target' },
  columns: ['id', 'actor.id', 'actor.name', 'action', 'target', 'before', 'after', 'createdAt'],
  show: async (_, rows) =>
    rows.map(({ id, data: { actor, action, target, before, after, createdAt } }) => ({
      id,
      actor,
      action,
      target,
      before: plain(before),
      after: plain(after),
      createdAt: iso(createdAt),
    })),
});

/** Times as ISO text, for JSON. */
function plain(document: object | null): Record<string, unknown> | null {
  if (!document) return null;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]): [string, unknown] => [name, value instanceof Timestamp ? iso(value) : value]),
  );
}
