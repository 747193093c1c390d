import { type AskingCall, type DataRecord, type GrantTerm, type Json, literalsOfValue, readLiteral } from '@bedplate/contract';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type Filter, matcherOf, type Subject } from '../query/filter.ts';
import { literalType, readFilters } from '../query/read-filters.ts';

/** @returns null when the call lacks a value, or the type of a field does not know one: the terms hold for no record */
export function filtersOf(caller: AskingCall, storage: StorageRow, terms: readonly GrantTerm[]): Filter[] | null {
  const filters: Filter[] = [];
  for (const { field: path, op: operator, value } of terms) {
    const type = typeOf(storage, path);
    const literals = literalsOfValue(value, caller, type);
    if (!literals || literals.some((literal) => operator !== '~' && !readLiteral(literal, type))) return null;
    filters.push({ path, operator, literals });
  }
  return filters;
}

function typeOf({ data }: StorageRow, path: string) {
  if (path === 'createdAt' || path === 'updatedAt') return { type: 'dateTime' } as const;
  return literalType(catalogueOf(data).byPath.get(path)?.declared, undefined);
}

/** @returns whether a record meets one of the sets */
export function testOf({ data }: StorageRow, sets: readonly (readonly Filter[])[]): (record: DataRecord) => boolean {
  const tests = sets.map((filters) => matcherOf({ filters: readFilters(catalogueOf(data), { filters }) }));
  return (record) => {
    const subject = subjectOf(record);
    return tests.some((test) => test(subject));
  };
}

/** Rules know records by the ids that apps know. */
function subjectOf(record: DataRecord): Subject {
  const { id, createdAt, updatedAt } = record;
  return {
    id,
    shownId: id,
    createdAt: Date.parse(createdAt),
    updatedAt: Date.parse(updatedAt),
    deletedAt: undefined,
    fields: record as Readonly<Record<string, Json>>, // an undefined one is absent
  };
}
