import type { HistoryDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { history } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Difference } from './difference.ts';
import { entryId } from './entry-id.ts';
import { unpacked } from './packed.ts';

/** Every so many entries one holds the whole record, so that an earlier state takes few reads. Decision 080. */
export const wholeEvery = 32;

export type Entry = HistoryDocument<Timestamp>;

/**
 * The entries of a record from one revision down to an earlier one, both included, newest first. One read each.
 * Those whose time is over are left out, also when the policy has not removed them yet.
 */
export async function entriesBetween(
  services: RecordServices,
  storage: StorageRow,
  { key, newest, oldest, limit }: { key: string; newest: number; oldest: number; limit: number },
): Promise<Entry[]> {
  const { rows } = await services.store.in(history(storage.id)).query({
    orderBy: [[documentId, 'asc']],
    startAt: [entryId(key, newest)],
    endAt: [entryId(key, oldest)],
    limit,
  });
  return rows.map(({ data }) => data).filter((entry) => isKept(services, storage, entry));
}

/** Entries that one query takes. */
const perQuery = 500;
/** Of one record, so many entries are looked at: each is a read, and some 1 KiB of memory. */
export const mostEntries = 10_000;

/**
 * All entries of a record from one revision down to an earlier one, both included, newest first. One read each.
 * @param since milliseconds: entries before it need not be read @returns null where they are more than `mostEntries`
 */
export async function entriesDown(
  services: RecordServices,
  storage: StorageRow,
  { key, newest, oldest, since = 0 }: { key: string; newest: number; oldest: number; since?: number },
): Promise<Entry[] | null> {
  const found: Entry[] = [];
  for (let next = newest; ; next = (found.at(-1)?.rev ?? 0) - 1) {
    const page = await entriesBetween(services, storage, { key, newest: next, oldest, limit: perQuery });
    found.push(...page);
    const last = page.at(-1);
    if (page.length < perQuery || !last || last.rev <= oldest || last.at.toMillis() < since) return found;
    if (found.length >= mostEntries) return null;
  }
}

/** @returns null for an entry that was never made, or is over */
export async function entryAt(
  services: RecordServices,
  { storage, key, rev }: { storage: StorageRow; key: string; rev: number },
): Promise<Entry | null> {
  const row = await services.store.in(history(storage.id)).get(entryId(key, rev));
  return row && isKept(services, storage, row.data) ? row.data : null;
}

/** The values before the change, as `backwards` takes them. */
export function differenceOf({ fields, before }: Entry): Difference {
  const { values = {}, middles = {} } = unpacked<Partial<Difference>>(before);
  return { fields, values, middles };
}

/** A shorter time than at its writing holds at once. */
export function isKept({ now }: RecordServices, { data }: StorageRow, { at, expiresAt }: Entry): boolean {
  const days = data.history ?? 0;
  return expiresAt.toMillis() > now() && (days === 0 || at.toMillis() > now() - days * 86_400_000);
}
