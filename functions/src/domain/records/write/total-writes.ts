import { decodeFields } from '@bedplate/contract';
import { add, type Write } from '../../../store/model/writes.ts';
import { isFull, partPath } from '../kept-totals/kept-totals.ts';
import { addRecord, type KeptBy, numbersOf, type Shares } from '../kept-totals/share.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import type { InFlightRecord } from './in-flight-record.ts';

/** A record, reduced to its values before and after. */
type Changed = Pick<InFlightRecord, 'storage' | 'before' | 'now'>;

/**
 * Brings kept totals along with the records of a commit: one write for each total that changes, however many records there are. A record
 * that keeps its values costs nothing.
 * @param rules by storage; those of storages with a schema
 */
export function totalWrites(records: readonly Changed[], rules: ReadonlyMap<string, StorageRules>): Write[] {
  const changed = records.filter(({ storage, before, now }) => {
    return before.live !== now.live && (rules.get(storage.id)?.totals.length ?? 0) > 0;
  });
  const storages = new Map(changed.map(({ storage }) => [storage.id, storage]));
  return [...storages.values()].flatMap((storage) => {
    const own = changed.filter((record) => record.storage.id === storage.id);
    const both = own.map(({ before, now }) => ({
      before: before.live && decodeFields(before.live.data),
      now: now.live && decodeFields(now.live.data),
    }));
    return openTotals(storage, rules.get(storage.id)).flatMap((total) => {
      const shares: Shares = new Map();
      for (const { before, now } of both) {
        if (before) addRecord(shares, total, { fields: before, sign: -1 });
        if (now) addRecord(shares, total, { fields: now, sign: 1 });
      }
      return addition(storage, total, shares);
    });
  });
}

/** @returns the kept totals that have room for more values */
function openTotals(storage: StorageRow, rules: StorageRules | undefined): readonly KeptBy[] {
  return (rules?.totals ?? []).filter(({ id }) => !isFull(storage, id));
}

function addition(storage: StorageRow, total: KeptBy, shares: Shares): Write[] {
  const texts: Record<string, string> = {};
  const by: Record<string, number> = {};
  for (const [name, share] of shares) {
    const numbers = Object.entries(numbersOf(share));
    if (numbers.length > 0 && share.values !== null) texts[`values.${name}.of`] = share.values;
    for (const [key, number] of numbers) by[`values.${name}.${key}`] = number;
  }
  return Object.keys(by).length > 0 ? [add(partPath(storage, total.id), texts, by)] : [];
}
