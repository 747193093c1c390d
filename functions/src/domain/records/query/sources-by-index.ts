import { Timestamp } from '../../../store/model/values.ts';
import { type Condition, documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { recordsPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Reader } from './budget.ts';
import type { Position } from './candidate.ts';
import { lacking } from './conditions.ts';
import type { IndexOrder } from './order.ts';
import { startIn, type Walk, wholeIndex } from './whole-index.ts';
import type { DateBounds } from './date-bounds.ts';
import type { Sort } from './list-query.ts';
import type { Range } from './range.ts';
import { concat, inMemory, merged, only, querySource, type Source } from './source.ts';

interface Place {
  readonly reader: Reader;
  readonly storage: Pick<StorageRow, 'id'>;
  readonly order: Pick<IndexOrder, 'select'>;
}

/** Where a source starts: after a position, or after so many records. */
interface Start {
  readonly from?: Position | undefined;
  readonly offset?: number;
}

/** Keys made within the bounds. A later time is a smaller key. */
export function keyRange({ createdFrom, createdTo }: DateBounds): Condition[] {
  return [
    ...(createdTo === undefined ? [] : [[documentId, '>=', keyAtMillis(createdTo)] as const]),
    ...(createdFrom === undefined ? [] : [[documentId, '<', keyAtMillis(createdFrom - 1)] as const]),
  ];
}

/** Newest first, with equality conditions: served by merging single-field indexes with the key. */
export function byKey({ reader, storage, order }: Place, where: readonly Condition[], { from, offset = 0 }: Start): Source {
  return querySource(reader, (after, limit) => ({
    from: recordsPath(storage.id),
    where,
    orderBy: [[documentId, 'asc']],
    ...startAfter(after ? [after.id] : from && [from.id]),
    ...(offset > 0 && !after ? { offset } : {}),
    limit,
    select: order.select,
  }));
}

/** Along the index of a time. */
export function byTime(
  { reader, storage, order }: Place,
  { path, direction, where }: Sort & { readonly path: 'createdAt' | 'updatedAt'; readonly where: readonly Condition[] },
  { from, offset = 0 }: Start,
): Source {
  return querySource(reader, (after, limit) => ({
    from: recordsPath(storage.id),
    where,
    orderBy: [
      [path, direction],
      [documentId, direction],
    ],
    ...startAfter(after ? [after.stored[path], after.id] : from && [fromMicros(Number(from.value)), from.id]),
    ...(offset > 0 && !after ? { offset } : {}),
    limit,
    select: order.select,
  }));
}

/** Bounds of createdAt for its own index. */
export function timeRange({ createdFrom, createdTo }: DateBounds): Condition[] {
  return [
    ...(createdFrom === undefined ? [] : [['createdAt', '>=', Timestamp.fromMillis(createdFrom)] as const]),
    ...(createdTo === undefined ? [] : [['createdAt', '<', Timestamp.fromMillis(createdTo + 1)] as const]),
  ];
}

interface FieldWalk {
  readonly field: CatalogueField;
  readonly range: Range | undefined;
}

/** Along a field's index; then, unless a range excludes them, the records without a scalar there, newest first. */
export function byField(
  place: Place & { readonly catalogue: Catalogue; readonly order: IndexOrder },
  { field, range }: FieldWalk,
  from: Position | undefined,
): Source {
  const { order, catalogue } = place;
  const groups = range ? [range.stretches] : wholeIndex(catalogue, field);
  const ordered = order.sort.direction === 'asc' ? groups : groups.toReversed();
  if (range && from?.value === null) return inMemory([]); // the values come before it: another walk of the same list has gone beyond them
  const values = concat(ordered.map((group) => alongAll(place, { field, group, from })));
  if (range) return values;
  const absent = lacking(catalogue, field);
  const walk = byKey(place, absent ? [{ or: absent }] : [], { from: from?.value === null ? from : undefined });
  const tail = only(walk, (candidate) => order.positionOf(candidate).value === null);
  return from?.value === null ? tail : concat([values, tail]);
}

function alongAll(
  place: Place & { readonly order: IndexOrder },
  { field, group, from }: { field: CatalogueField; group: readonly Walk[]; from: Position | undefined },
): Source {
  const { compare, positionOf } = place.order;
  const sources = group.flatMap((walk) => along(place, { field, walk, from }) ?? []);
  const [only, second] = sources;
  if (only && !second) return only;
  return merged(sources, (a, b) => compare(positionOf(a), positionOf(b)));
}

function along(
  { reader, storage, order }: Place & { readonly order: IndexOrder },
  { field: { code }, walk: { of, where }, from }: { field: CatalogueField; walk: Walk; from: Position | undefined },
): Source | null {
  const { direction } = order.sort;
  if (!startIn(of, from, direction)) return null;
  return querySource(
    reader,
    (after, limit): QuerySpec => ({
      from: recordsPath(storage.id),
      where,
      orderBy: [
        [`idx.${code}`, direction],
        [documentId, direction],
      ],
      ...startIn(of, after ? order.positionOf(after) : from, direction),
      limit,
      select: order.select,
    }),
  );
}

function startAfter(values: readonly unknown[] | undefined): Pick<QuerySpec, 'startAfter'> {
  return values ? { startAfter: values } : {};
}

function fromMicros(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
