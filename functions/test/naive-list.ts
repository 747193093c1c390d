import type { Json } from '@bedplate/contract';
import type { ListQuery } from '../src/domain/records/query/list-query.ts';

/** Lists as documented, without indexes: filters everything, sorts everything. */
export interface ModelRecord {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Order among those updated in one millisecond. */
  micros: number;
  fields: Record<string, Json>;
}

export function naiveList(records: readonly ModelRecord[], { filters, search, sort }: ListQuery): ModelRecord[] {
  const kept = records.filter((record) => {
    if (search !== undefined && !everyScalar(record.fields).some((text) => folded(text).includes(search))) return false;
    return filters.every(({ path, operator, values }) => {
      const value = at(record.fields, path);
      if (operator === '=') return values.some((wanted) => same(value, wanted));
      if (operator === '!=') return !values.some((wanted) => same(value, wanted));
      if (operator === '~') return values.some((part) => scalarsIn(value).some((text) => folded(text).includes(folded(part))));
      return values.some((bound) => compares(value, operator, bound));
    });
  });
  const newestFirst = (a: ModelRecord, b: ModelRecord) => (a.id < b.id ? -1 : 1);
  if (sort.path === 'createdAt' || sort.path === 'id') {
    const sorted = kept.sort(newestFirst);
    return (sort.path === 'createdAt') === (sort.direction === 'asc') ? sorted.reverse() : sorted;
  }
  return kept.sort((a, b) => {
    const [x, y] = [a, b].map((record) =>
      sort.path === 'updatedAt' ? Date.parse(record.updatedAt) * 1000 + record.micros : sortKey(at(record.fields, sort.path)),
    );
    if (x === undefined && y === undefined) return newestFirst(a, b);
    if (x === undefined) return 1;
    if (y === undefined) return -1;
    const order = byClass(x, y) || newestFirst(a, b);
    return sort.direction === 'asc' ? order : -order;
  });
}

type Scalar = boolean | number | string;

function at(fields: Record<string, Json>, path: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** "5" is 5 and "true" is true, for a text that is written exactly so. */
function typed(value: Json | undefined): Scalar | undefined {
  if (typeof value !== 'string') return typeof value === 'object' ? undefined : value;
  if (value === 'true' || value === 'false') return value === 'true';
  return value !== '' && String(Number(value)) === value && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function same(value: Json | undefined, wanted: string): boolean {
  if (value === null || value === undefined) return wanted === 'null' || wanted === '';
  if (wanted === 'null') return false;
  if (Array.isArray(value)) return value.some((element) => element !== null && typeof element !== 'object' && same(element, wanted));
  const actual = typed(value);
  if (actual === undefined) return false;
  return actual === typed(wanted) || (typeof actual === 'number' && /^-?[\d.]+$/.test(wanted) && actual === Number(wanted));
}

function compares(value: Json | undefined, operator: string, bound: string): boolean {
  const actual = typed(value);
  const limit: Scalar = /^-?\d+(\.\d+)?$/.test(bound) ? Number(bound) : bound === 'true' ? true : bound === 'false' ? false : bound;
  if (actual === undefined || typeof actual !== typeof limit) return false;
  const [a, b] = typeof actual === 'string' ? [start(actual), start(String(limit))] : [Number(actual), Number(limit)];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const start = (text: string) => [...folded(text)].slice(0, 128).join('');

/** Texts sort regardless of case; those that differ only in case or far behind keep one order among themselves. */
function sortKey(value: Json | undefined): Scalar | undefined {
  return typed(value);
}

function byClass(a: Scalar, b: Scalar): number {
  const rank = (v: Scalar) => ['boolean', 'number', 'string'].indexOf(typeof v);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const [x, y] = [start(a), start(b)];
  if (x !== y) return x < y ? -1 : 1;
  return tieOf(a, b);
}

/** Set by the test: how equal-looking texts are told apart is the product's own business, but must be stable. */
let tieOf: (a: string, b: string) => number = () => 0;
export function breakTiesWith(order: (a: string, b: string) => number): void {
  tieOf = order;
}

function scalarsIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((v) => v !== null && typeof v !== 'object').map(String);
  return value === undefined || value === null || typeof value === 'object' ? [] : [String(value)];
}

function everyScalar(value: Json): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(everyScalar) : [String(value)];
}
