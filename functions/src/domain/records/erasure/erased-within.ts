import type { RecordServices } from '../../../services/record-services.ts';
import { erasures } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';

export function erasureId(storageId: string, key: string): string {
  return `${storageId}_${key}`;
}

/**
 * The records of a storage that were erased for good, for whoever brings records of a backup back or shows them. One read for each
 * erasure in the span, and at least one.
 * @param span the first and the last key, both included
 */
export async function erasedWithin(
  { store }: Pick<RecordServices, 'store'>,
  storageId: string,
  { first, last }: { first: string; last: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await store.erasures.query({
    orderBy: [[documentId, 'asc']],
    startAt: [erasureId(storageId, first)],
    endAt: [erasureId(storageId, last)],
    select: ['key'],
  });
  return new Set(rows.map(({ data }) => data.key));
}

/** @param lines in the order of their keys @returns those of records that were not erased */
export async function withoutErased<L extends { readonly key: string }>(
  services: Pick<RecordServices, 'store'>,
  storageId: string,
  lines: readonly L[],
): Promise<readonly L[]> {
  const [first, last] = [lines[0]?.key, lines.at(-1)?.key];
  if (first === undefined || last === undefined) return lines;
  const erased = await erasedWithin(services, storageId, { first, last });
  return erased.size === 0 ? lines : lines.filter(({ key }) => !erased.has(key));
}

/** @returns whether the record was erased for good; one read */
export async function isErased({ store }: Pick<RecordServices, 'store'>, storageId: string, key: string): Promise<boolean> {
  return (await store.get(erasures.path(erasureId(storageId, key)))) !== null;
}
