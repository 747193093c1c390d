import { documentId } from '../../../store/model/query-spec.ts';
import type { CatalogueField } from '../index/catalogue.ts';
import { isSettled, mayBeExact } from '../index/field-forms.ts';
import { indexValueOf } from '../index/index-value.ts';
import { recordsPath } from '../model/paths.ts';
import type { Position } from './candidate.ts';
import { isByKey, isKeyOrder } from './order.ts';
import type { Planning } from './planning.ts';
import type { Range } from './range.ts';
import { inMemory, querySource, type Source } from './source.ts';
import { byField } from './sources-by-index.ts';

/** Walks along the records of one value, for an order by a field and then by the time of creation, which keys have in them. */
export interface ValueRuns {
  /** @param after a key @returns the records of one value in the list's order; undefined where only reading all of them gives it */
  open(value: Position['value'], after: string | undefined): Source | undefined;
  /** @returns what the index has behind all records of that value */
  behind(value: Position['value']): Source;
}

/** @returns undefined for another order, and where the index of the field may have one value in several forms */
export function valueRuns(
  planning: Planning,
  { field, range }: { field: CatalogueField; range: Range | undefined },
): ValueRuns | undefined {
  const { reader, storage, catalogue, query, order } = planning;
  const [next, ...others] = query.thenBy ?? [];
  if (!next || others.length > 0 || !isByKey(next) || order.along.sort !== query.sort) return undefined;
  if (catalogue.wide || mayBeExact(field) || !isSettled(catalogue, field)) return undefined;
  const direction = isKeyOrder(next) ? 'asc' : 'desc';
  const along = { ...planning, order: order.along };
  return { open, behind };

  function open(value: Position['value'], after: string | undefined): Source | undefined {
    if (value === null) return direction === 'asc' ? byField(along, { field, range }, { value, id: after ?? firstId }) : undefined;
    return querySource(reader, (last, limit) => {
      const from = last?.id ?? after;
      return {
        from: recordsPath(storage.id),
        where: [[`idx.${field.code}`, '==', indexValueOf(value)]],
        orderBy: [[documentId, direction]],
        ...(from === undefined ? {} : { startAfter: [from] }),
        limit,
        select: order.select,
      };
    });
  }

  function behind(value: Position['value']): Source {
    if (value === null) return inMemory([]);
    return byField(along, { field, range }, { value, id: query.sort.direction === 'asc' ? lastId : firstId });
  }
}

/** Ids are of digits and small letters. */
const firstId = '0';
const lastId = '~';
