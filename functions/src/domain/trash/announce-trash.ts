import type { Services } from '../../services/services.ts';
import { tenants, trash } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { FieldCondition } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activeAdmins } from '../archive/active-admins.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { mostCounted } from '../storages/count-trash.ts';
import { dayMillis, type TrashTerm, trashEnd } from './trash-term.ts';

/** A storage with something in its trash. */
export interface FilledTrash {
  readonly storage: StorageRow;
  readonly term: TrashTerm;
  readonly oldest: Timestamp;
}

/** A mail a week, of what goes in the second week from it: so all of it is told at least a week before. */
const weekMillis = 7 * dayMillis;
const aheadMillis = 2 * weekMillis;
/** Fewer records than these are not worth a mail. */
const worthTelling = 100;
const namesShown = 20;

/** Mails the account's admins about the storages that lose many records, and notes it in the same commit. One read for each storage. */
export async function announceTrash(services: Services, tenant: Row<TenantDocument>, filled: readonly FilledTrash[]): Promise<void> {
  const now = services.clock();
  const toldAt = tenant.data.trashToldAt?.toMillis() ?? 0;
  if (toldAt > now - weekMillis) return;
  const span = { after: Math.max(now, toldAt + aheadMillis), until: now + aheadMillis };
  const going = [];
  // Where all goes within a week, everybody would get a mail about everything.
  for (const each of filled.filter(({ term, oldest }) => term.millis > weekMillis && trashEnd(term, oldest) <= span.until)) {
    const count = await countEnding(services, each, span);
    if (count >= worthTelling) going.push({ ...each, count });
  }
  if (going.length === 0) return;
  const first = Math.max(now, Math.min(...going.map(({ term, oldest }) => trashEnd(term, oldest))));
  const values = {
    storages: going.slice(0, namesShown).map(({ storage, count }) => ({ name: storage.data.storageName, count: countText(count) })),
    more: Math.max(0, going.length - namesShown),
    day: new Date(first).toISOString().slice(0, 10),
    link: `${services.config.publicOrigin}/trash`,
  };
  const mails = (await activeAdmins(services, tenant.id)).map(({ name, email }) =>
    newMail(services, { to: { name, address: email }, template: 'trash-goes', values: { ...values, name } }),
  );
  await services.store.commit([tenants.update(tenant.id, { trashToldAt: Timestamp.fromMillis(now) }), ...mails.map(({ write }) => write)]);
  for (const { id } of mails) await deliver(services, id);
}

/** The records that go within the span, at most a thousand. */
function countEnding(
  { store }: Services,
  { storage, term }: FilledTrash,
  { after, until }: { after: number; until: number },
): Promise<number> {
  const isFromAfter = term.from + term.millis > after;
  const where: FieldCondition[] = [
    ['kind', '==', 'trash'],
    ['deletedAt', '<=', Timestamp.fromMillis(until - term.millis)],
    // All that was deleted before the time began to count goes with its first day.
    ...(isFromAfter ? [] : [['deletedAt', '>', Timestamp.fromMillis(after - term.millis)] as const]),
  ];
  return store.in(trash(storage.id)).count({ where, limit: mostCounted });
}

function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted} or more` : String(count);
}
