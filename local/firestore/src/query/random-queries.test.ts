import { expect, test } from 'vitest';
import { and, asc, map, or, put, remove, where } from '../../test/support/engine-builders.ts';
import { at } from '../model/at.ts';
import { compareValues } from '../model/compare-values.ts';
import type { Document } from '../model/document.ts';
import { fieldAt } from '../model/field-path.ts';
import type { FieldOperator, Filter, Order, StructuredQuery } from '../model/query.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '../model/value.ts';
import { RpcError } from '../model/rpc-error.ts';
import { createEngine } from '../store/create-engine.ts';

const seed = Number(process.env['QUERY_SEED'] ?? Date.now() % 1_000_000);
const fields = ['a', 'b', 'c', 'm.x'];
const database = 'projects/demo/databases/(default)';

test(`random queries answer as a naive model does (QUERY_SEED=${seed})`, async () => {
  const random = randomNumbers(seed);
  const db = (await createEngine({ indexMode: 'permissive' })).database('demo', '(default)');
  let compared = 0;
  let full = 0;
  while (compared < 400) {
    for (let i = 0; i < 30; i++) await change(db, random);
    const past = { time: db.readTime(), documents: current(db) };
    for (let i = 0; i < 5; i++) await change(db, random);
    const documents = current(db);
    for (let i = 0; i < 40; i++) {
      const asked = randomQuery(random, documents);
      const label = JSON.stringify(asked, (_key, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value instanceof Map ? [...value] : value,
      );
      const expected = naive(asked, documents);
      const found = attempt(() => db.runQuery(asked).documents);
      if (found === undefined) continue;
      expect({ label, paths: pathsOf(found) }).toEqual({ label, paths: pathsOf(expected) });
      compared++;
      full += expected.length > 0 ? 1 : 0;
      const before = db.runQuery(asked, { readTime: past.time }).documents;
      expect({ label, past: pathsOf(before) }).toEqual({ label, past: pathsOf(naive(asked, past.documents)) });
      const count = db.runAggregation(asked, [{ alias: 'n', op: { kind: 'count' } }]).result.get('n');
      expect({ label, count }).toEqual({ label, count: BigInt(expected.length) });
    }
  }
  expect(full).toBeGreaterThan(compared / 10);
});

function pathsOf(documents: readonly Document[]): readonly string[] {
  return documents.map((document) => document.path);
}

type Database = Awaited<ReturnType<Awaited<ReturnType<typeof createEngine>>['database']>>;
type Random = (below: number) => number;

function current(db: Database): readonly Document[] {
  return db.runQuery({ parent: '', from: [{ collectionId: '', allDescendants: true }], orderBy: [], offset: 0 }).documents;
}

async function change(db: Database, random: Random): Promise<void> {
  const writes = Array.from({ length: 1 + random(4) }, () => {
    const collection = pick(random, ['c', 'c', 'c', 'p/1/c', 'd']);
    // One collection has only plain ids, which are sorted in a faster way.
    const path = `${collection}/${collection === 'p/1/c' ? '' : pick(random, ['', '__id', 'é', '\ue000', '😀'])}`;
    const id = path.endsWith('__id') ? `${path}${random(60)}__` : `${path}${random(150)}`;
    if (random(5) === 0) return remove(id);
    const content: Record<string, Value> = {};
    for (const field of ['a', 'b', 'c']) if (random(6) > 0) content[field] = randomValue(random, 0);
    if (random(3) > 0) content['m'] = random(3) > 0 ? map({ x: randomValue(random, 0) }) : 5n;
    return put(id, content);
  });
  await db.commit(writes);
}

function randomQuery(random: Random, documents: readonly Document[]): StructuredQuery {
  const filters = Array.from({ length: random(4) }, () => randomFilter(random));
  const orderBy: Order[] = [];
  const names = [...fields, '__name__'];
  for (let i = random(3); i > 0; i--) {
    const name = pick(random, names);
    if (orderBy.some((order) => order.field.join('.') === name || order.field[0] === '__name__')) break;
    orderBy.push({ field: asc(name)[0]?.field ?? [], direction: random(2) === 0 ? 'ASCENDING' : 'DESCENDING' });
  }
  const base: StructuredQuery = {
    parent: pick(random, ['', '', '', 'p/1']),
    from: pick(random, [
      [{ collectionId: 'c', allDescendants: false }],
      [{ collectionId: 'c', allDescendants: true }],
      [{ collectionId: '', allDescendants: true }],
      [],
    ]),
    orderBy,
    offset: random(4) === 0 ? random(5) : 0,
    ...(filters.length > 0 && { where: random(4) === 0 ? or(...filters) : and(...filters) }),
    ...(random(3) === 0 && { limit: 1 + random(20) }),
  };
  const anchor = documents[random(documents.length)];
  if (!anchor || random(3) > 0) return base;
  const orders = impliedOrders(base);
  const values = orders
    .slice(0, 1 + random(orders.length))
    .map(
      ({ field }): Value =>
        field[0] === '__name__'
          ? new Reference(`${database}/documents/${anchor.path}`)
          : (fieldAt(anchor.fields, field) ?? randomValue(random, 0)),
    );
  return { ...base, [random(2) === 0 ? 'startAt' : 'endAt']: { values, before: random(2) === 0 } };
}

function randomFilter(random: Random): Filter {
  const field = pick(random, fields);
  const ops: FieldOperator[] = [
    'EQUAL',
    'EQUAL',
    'EQUAL',
    'LESS_THAN',
    'LESS_THAN_OR_EQUAL',
    'GREATER_THAN',
    'GREATER_THAN_OR_EQUAL',
    'NOT_EQUAL',
    'IN',
    'IN',
    'NOT_IN',
    'ARRAY_CONTAINS',
    'ARRAY_CONTAINS_ANY',
  ];
  if (random(8) === 0)
    return { kind: 'unary', field: field.split('.'), op: pick(random, ['IS_NULL', 'IS_NAN', 'IS_NOT_NULL', 'IS_NOT_NAN']) };
  if (random(8) === 0)
    return where(
      '__name__',
      pick(random, ['EQUAL', 'GREATER_THAN', 'LESS_THAN_OR_EQUAL']),
      new Reference(`${database}/documents/c/${random(150)}`),
    );
  if (random(10) === 0) return or(randomFilter(random), randomFilter(random));
  const op = pick(random, ops);
  const list = op === 'IN' || op === 'NOT_IN' || op === 'ARRAY_CONTAINS_ANY';
  return where(field, op, list ? Array.from({ length: 1 + random(3) }, () => randomValue(random, 1)) : randomValue(random, 0));
}

function randomValue(random: Random, depth: number): Value {
  const simple: Value[] = [
    null,
    true,
    false,
    0n,
    1n,
    2n,
    3n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 63n),
    0,
    -0,
    2 ** 53,
    1,
    1.5,
    Number.NaN,
    '',
    'a',
    'b',
    'é',
    '\ue000',
    '😀',
    new Timestamp(5, 0),
    new Uint8Array([1]),
    new GeoPoint(1, 2),
    new Reference(`${database}/documents/c/1`),
  ];
  const kind = random(12);
  if (kind === 0 && depth === 0) return Array.from({ length: random(3) }, () => randomValue(random, 1));
  if (kind === 1 && depth === 0) return map({ __type__: '__vector__', value: [1, random(2) / 2] });
  if (kind === 2 && depth === 0) return map({ k: randomValue(random, 1) });
  return kind < 8 ? BigInt(random(4)) : pick(random, simple);
}

/** Answers by looking at every document. */
function naive(asked: StructuredQuery, documents: readonly Document[]): readonly Document[] {
  const orders = impliedOrders(asked);
  const [selector] = asked.from;
  const found = documents.filter(({ path }) => {
    const segments = path.split('/');
    const parents = asked.parent === '' ? [] : asked.parent.split('/');
    if (!parents.every((part, i) => segments[i] === part) || segments.length <= parents.length) return false;
    const direct = segments.length === parents.length + 2;
    if (!selector || selector.collectionId === '') return direct || (selector?.allDescendants ?? false);
    return segments.at(-2) === selector.collectionId && (direct || selector.allDescendants);
  });
  const sorted = found
    .filter((document) => (asked.where ? holds(asked.where, document) : true))
    .filter((document) => orders.every(({ field }) => valueOf(document, field) !== undefined))
    .filter((document) => !asked.startAt || offsetFrom(document, asked.startAt.values, orders) >= (asked.startAt.before ? 0 : 1))
    .filter((document) => !asked.endAt || offsetFrom(document, asked.endAt.values, orders) <= (asked.endAt.before ? -1 : 0))
    .sort((a, b) =>
      Math.sign(
        offsetFrom(
          a,
          orders.map(({ field }) => valueOf(b, field) ?? null),
          orders,
        ),
      ),
    );
  return sorted.slice(asked.offset, asked.limit === undefined ? undefined : asked.offset + asked.limit);
}

/** -1, 0 or 1: where the document stands against these values. */
function offsetFrom(document: Document, values: readonly Value[], orders: readonly Order[]): number {
  for (const [i, value] of values.entries()) {
    const { field, direction } = at(orders, i);
    const order = Math.sign(compareValues(valueOf(document, field) ?? null, value));
    if (order !== 0) return direction === 'ASCENDING' ? order : -order;
  }
  return 0;
}

function valueOf(document: Document, field: readonly string[]): Value | undefined {
  return field[0] === '__name__' ? new Reference(`${database}/documents/${document.path}`) : fieldAt(document.fields, field);
}

/** Null and NaN equal nothing. */
function same(a: Value, b: Value): boolean {
  return b !== null && !Number.isNaN(b) && compareValues(a, b) === 0;
}

function holds(filter: Filter, document: Document): boolean {
  if (filter.kind === 'composite')
    return filter.op === 'AND'
      ? filter.filters.every((part) => holds(part, document))
      : filter.filters.some((part) => holds(part, document));
  const value = valueOf(document, filter.field);
  if (value === undefined) return false;
  if (filter.kind === 'unary') return unary(filter.op, value);
  const list = Array.isArray(filter.value) ? (filter.value as readonly Value[]) : [];
  switch (filter.op) {
    case 'EQUAL':
      return same(value, filter.value);
    case 'IN':
      return list.some((element) => same(value, element));
    case 'NOT_EQUAL':
      return value !== null && compareValues(value, filter.value) !== 0;
    case 'NOT_IN':
      return value !== null && list.every((element) => element !== null && compareValues(value, element) !== 0);
    case 'ARRAY_CONTAINS':
      return Array.isArray(value) && value.some((element: Value) => same(element, filter.value));
    case 'ARRAY_CONTAINS_ANY':
      return Array.isArray(value) && list.some((wanted) => value.some((element: Value) => same(element, wanted)));
  }
  if (typeName(value) !== typeName(filter.value) || value === null || Number.isNaN(value) || Number.isNaN(filter.value)) return false;
  const order = compareValues(value, filter.value);
  return { LESS_THAN: order < 0, LESS_THAN_OR_EQUAL: order <= 0, GREATER_THAN: order > 0, GREATER_THAN_OR_EQUAL: order >= 0 }[filter.op];
}

function unary(op: string, value: Value): boolean {
  if (op === 'IS_NULL') return value === null;
  if (op === 'IS_NAN') return Number.isNaN(value);
  return value !== null && (op === 'IS_NOT_NULL' || !Number.isNaN(value));
}

function typeName(value: Value): string {
  if (typeof value === 'bigint' || typeof value === 'number') return 'number';
  if (value instanceof Map) return value.get('__type__') === '__vector__' ? 'vector' : 'map';
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
}

function impliedOrders({ orderBy, where: filter }: StructuredQuery): readonly Order[] {
  const names = new Set(orderBy.map((order) => order.field.join('.')));
  const direction = orderBy.at(-1)?.direction ?? 'ASCENDING';
  const orders = [...orderBy];
  for (const name of [...unequal(filter)].sort().concat('__name__')) {
    if (names.has(name) || names.has('__name__')) continue;
    names.add(name);
    orders.push({ field: name.split('.'), direction });
  }
  return orders;
}

function unequal(filter: Filter | undefined): ReadonlySet<string> {
  if (!filter) return new Set();
  if (filter.kind === 'composite') return new Set(filter.filters.flatMap((part) => [...unequal(part)]));
  return /LESS|GREATER|NOT/.test(filter.op) && filter.field[0] !== '__name__' ? new Set([filter.field.join('.')]) : new Set();
}

/** Undefined when the query is one that Firestore refuses. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
function randomNumbers(start: number): Random {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
