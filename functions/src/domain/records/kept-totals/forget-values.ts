import type { RecordServices } from '../../../services/record-services.ts';
import { totals } from '../../../store/collections.ts';
import type { TotalDocument } from '../../../store/documents/documents.ts';
import { gone } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import type { Row } from '../../../store/model/row.ts';
import { documentsOf } from './kept-totals.ts';

/**
 * Removes the values that no record has any more from the kept totals of a storage: they may tell of a record that was erased. In a
 * transaction for each total, so that what is added in this moment comes before or after. One read for each document, and one more.
 */
export async function forgetValues({ store }: Pick<RecordServices, 'store'>, storageId: string): Promise<void> {
  const { rows } = await store.query({ from: totals(storageId).name, select: [] });
  for (const totalId of new Set(rows.map(({ id }) => id.slice(0, id.lastIndexOf('.'))))) {
    await store.transaction(async (tx) => {
      const parts = await tx.query(documentsOf(storageId, totalId));
      const empty = emptyIn(parts.rows);
      for (const { path, data } of parts.rows) {
        const own = empty.filter((name) => data.values?.[name]);
        if (own.length > 0) tx.write(update(path, Object.fromEntries(own.map((name) => [`values.${name}`, gone]))));
      }
    });
  }
}

/** @returns the names of values whose numbers are all zero, taken over the documents of a total */
function emptyIn(rows: readonly Row<TotalDocument>[]): string[] {
  const sums = new Map<string, Map<string, number>>();
  for (const { data } of rows) {
    for (const [name, entry] of Object.entries(data.values ?? {})) {
      const sum = sums.get(name) ?? new Map<string, number>();
      sums.set(name, sum);
      for (const [key, number] of Object.entries(entry)) if (typeof number === 'number') sum.set(key, (sum.get(key) ?? 0) + number);
    }
  }
  return [...sums].filter(([, sum]) => [...sum.values()].every((number) => number === 0)).map(([name]) => name);
}
