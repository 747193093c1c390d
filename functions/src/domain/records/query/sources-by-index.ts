import { Timestamp } from '../../../store/model/values.ts';
import { type Condition, documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { recordsPath } from '../model/paths.ts';
import { shownFields } from '../model/present.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Reader } from './budget.ts';
import type { Candidate, Position } from './candidate.ts';
import { lacking } from './conditions.ts';
import type { DateBounds } from './date-bounds.ts';
import type { Sort } from './list-query.ts';
import type { Range } from './range.ts';
import { concat, only, querySource, type Source } from './source.ts';

interface Place {
  readonly reader: Reader;
  readonly storage: Pick<StorageRow, 'id'>;
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
export function byKey({ reader, storage }: Place, where: readonly Condition[], { from, offset = 0 }: Start): Source {
  return querySource(reader, (after, limit) => ({
    from: recordsPath(storage.id),
    where,
    orderBy: [[documentId, 'asc']],
    ...startAfter(after ? [after.id] : from && [from.id]),
    ...(offset > 0 && !after ? { offset } : {}),
    limit,
    select: shownFields,
  }));
}

/** Along the index of a time. */
export function byTime(
  { reader, storage }: Place,
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
    select: shownFields,
  }));
}

/** Bounds of createdAt for its own index. */
export function timeRange({ createdFrom, createdTo }: DateBounds): Condition[] {
  return [
    ...(createdFrom === undefined ? [] : [['createdAt', '>=', Timestamp.fromMillis(createdFrom)] as const]),
    ...(createdTo === undefined ? [] : [['createdAt', '<', Timestamp.fromMillis(createdTo + 1)] as const]),
  ];
}

interface FieldWalk extends Pick<Sort, 'direction'> {
  readonly field: CatalogueField;
  readonly range: Range | undefined;
  readonly valueOf: (candidate: Candidate) => Position;
}

/** Along a field's index; then, unless a range excludes them, the records without a scalar there, newest first. */
export function byField(
  place: Place & { readonly catalogue: Catalogue },
  { field, direction, range, valueOf }: FieldWalk,
  from: Position | undefined,
): Source {
  const { reader, storage, catalogue } = place;
  const path = `idx.${field.code}`;
  const values = querySource(reader, (after, limit): QuerySpec => {
    const position = after ? valueOf(after) : from;
    return {
      from: recordsPath(storage.id),
      where: range?.where ?? [],
      orderBy: [
        [path, direction],
        [documentId, direction],
      ],
      // Nulls sort below false, the least value there is.
      ...(position ? startAfter([position.value, position.id]) : !range && direction === 'asc' ? { startAt: [false] } : {}),
      ...(!range && direction === 'desc' ? { endAt: [false] } : {}),
      limit,
      select: shownFields,
    };
  });
  if (range) return values;
  const absent = lacking(catalogue, field);
  const walk = byKey(place, absent ? [{ or: absent }] : [], { from: from?.value === null ? from : undefined });
  const tail = only(walk, (candidate) => valueOf(candidate).value === null);
  return from?.value === null ? tail : concat([values, tail]);
}

function startAfter(values: readonly unknown[] | undefined): Pick<QuerySpec, 'startAfter'> {
  return values ? { startAfter: values } : {};
}

function fromMicros(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
