import type { CollectionPath } from '../../../store/model/collection.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { recordsPath, trashPath } from '../model/paths.ts';
import type { Range } from './range.ts';

/** A record carries the clock of the instance that wrote it, and its commit comes a little later. */
const overlapMillis = 2 * 60_000;
const atOnce = 1_000;

interface Span {
  readonly storageId: string;
  /** Commits until then are known. */
  readonly since: Timestamp;
  readonly readTime: Timestamp;
}

/** Two reads at most. @returns whether a record may have been written or deleted */
export async function hasChanged({ store }: Pick<RecordServices, 'store'>, span: Span): Promise<boolean> {
  for (const { spec } of changesIn(span)) if ((await store.query({ ...spec, limit: 1, select: [] })).rows.length > 0) return true;
  return false;
}

/** One read for each change, until each range has one. @returns the ranges; those with a change have to be read again */
export async function withoutChanged({ store }: Pick<RecordServices, 'store'>, ranges: readonly Range[], span: Span): Promise<Range[]> {
  const changed = new Set<number>();
  for (const { spec, field } of changesIn(span)) {
    let after: readonly unknown[] | undefined;
    do {
      const page = { ...spec, ...(after ? { startAfter: after } : {}), limit: atOnce, select: [field] };
      const { rows } = await store.query(page);
      for (const { id } of rows) changed.add(indexOf(ranges, id));
      const last = rows.length === atOnce ? rows.at(-1) : undefined;
      after = last && [last.data[field], last.id];
    } while (after && changed.size < ranges.length);
  }
  return joined(ranges.map((range, i) => (changed.has(i) ? { after: range.after, last: range.last } : range)));
}

interface Dated {
  readonly updatedAt?: Timestamp;
  readonly deletedAt?: Timestamp;
}

function changesIn({ storageId, since, readTime }: Span): { spec: QuerySpec<Dated>; field: keyof Dated }[] {
  const from = Timestamp.fromMillis(since.toMillis() - overlapMillis);
  const changes = (path: CollectionPath<Dated>, field: keyof Dated) => ({
    field,
    spec: {
      from: path,
      where: [[field, '>', from]],
      orderBy: [
        [field, 'asc'],
        [documentId, 'asc'],
      ],
      readTime,
    } satisfies QuerySpec<Dated>,
  });
  return [changes(recordsPath(storageId), 'updatedAt'), changes(trashPath(storageId), 'deletedAt')];
}

/** @returns the range that a key lies in, by halves */
function indexOf(ranges: readonly Range[], key: string): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const last = ranges[middle]?.last ?? null;
    if (last !== null && last < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Neighbours that have to be read become one, so that their objects fill up again. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const before = result.at(-1);
    if (before && before.object === undefined && range.object === undefined)
      result.splice(-1, 1, { after: before.after, last: range.last });
    else result.push(range);
  }
  return result;
}
