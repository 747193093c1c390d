import type { Json } from '@bedplate/contract';
import type { ListQuery } from '../src/domain/records/query/list-query.ts';
import { folded, holds, type Meaning, order, reads, thingOf } from './naive-values.ts';

/** Lists as documented, without indexes: filters everything, sorts everything. */
export interface ModelRecord {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Order among those updated in one millisecond. */
  micros: number;
  fields: Record<string, Json>;
}

/** @returns whether a condition of the query cannot be read by its field's type */
export function isRefused({ filters, either = [], zone }: ListQuery, meanings: Readonly<Record<string, Meaning>>): boolean {
  return [...filters, ...either.flat()].some(({ path, operator, literals }) => {
    const meaning = meanings[path];
    return operator !== '~' && literals.some((literal) => reads(literal, meaning && zone ? { ...meaning, zone } : meaning) === undefined);
  });
}

export function naiveList(
  records: readonly ModelRecord[],
  { filters, either = [[]], search, sort, thenBy = [], zone }: ListQuery,
  meanings: Readonly<Record<string, Meaning>> = {},
): ModelRecord[] {
  const kept = records.filter((record) => {
    if (search !== undefined && !everyScalar(record.fields).some((text) => folded(text).includes(search))) return false;
    const isMet = ({ path, operator, literals }: ListQuery['filters'][number]) => {
      const meaning = meanings[path];
      return holds(at(record.fields, path), { operator, spellings: literals, meaning, zone }) === true;
    };
    return filters.every(isMet) && either.some((set) => set.every(isMet));
  });
  const newestFirst = (a: ModelRecord, b: ModelRecord) => (a.id < b.id ? -1 : 1);
  const sorts = [sort, ...thenBy];
  return kept.sort((a, b) => {
    for (const { path, direction } of sorts) {
      if (path === 'createdAt' || path === 'id')
        return (path === 'createdAt') === (direction === 'asc') ? newestFirst(b, a) : newestFirst(a, b);
      const [x, y] = [a, b].map((record) =>
        path === 'updatedAt'
          ? thingOf(Date.parse(record.updatedAt) * 1000 + record.micros)
          : thingOf(at(record.fields, path), meanings[path]),
      );
      if (x === undefined && y === undefined) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      const found = order(x, y) || (x.kind === 'text' && y.kind === 'text' ? tieOf(x.of, y.of) : 0);
      if (found !== 0) return direction === 'asc' ? found : -found;
      // Equal in its one field, records stand in the direction of the list.
      if (sorts.length === 1) return direction === 'asc' ? newestFirst(a, b) : newestFirst(b, a);
    }
    return newestFirst(a, b);
  });
}

function at(fields: Record<string, Json>, path: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** Set by the test: how equal-looking texts are told apart is the product's own business, but must be stable. */
let tieOf: (a: string, b: string) => number = () => 0;
export function breakTiesWith(tie: (a: string, b: string) => number): void {
  tieOf = tie;
}

function everyScalar(value: Json): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(everyScalar) : [String(value)];
}
