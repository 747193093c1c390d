import { type FieldCatalogueEntry, type Json, quotedLiteral, type StorageDocument, type ValueType } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { followReferences } from '../references/follow-references.ts';
import type { Reach } from '../references/reach.ts';
import { createRecords } from '../write/create-records.ts';
import { updateRecord } from '../write/change-record.ts';
import { compareSortValues } from '../index/index-value.ts';
import { markedText } from '../index/plain-value.ts';
import { setsOf } from './bound-query.ts';
import { list } from './list.ts';
import type { ListQuery } from './list-query.ts';
import { parseListQuery } from './parse-query.ts';
import type { ListPage } from './run-plan.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { writeCursor } from './cursor.ts';
import { breakTiesWith, isRefused, type ModelRecord, naiveList } from '../../../../test/naive-list.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { numbers } from '../../../../test/numbers.ts';

const runs = Number(process.env.BEDPLATE_QUERIES ?? 600);
const seed = Number(process.env.BEDPLATE_SEED ?? 7);
const random = numbers(seed);

/** Fields with a type beside those without one. */
const types: Readonly<Record<string, ValueType>> = {
  price: { type: 'decimal' },
  count: { type: 'integer' },
  size: { type: 'number' },
  on: { type: 'boolean' },
  day: { type: 'date' },
  at: { type: 'dateTime' },
  local: { type: 'dateTime', zone: 'America/New_York' },
  name: { type: 'text' },
  numbers: { type: 'list', of: 'decimal' },
  place: { type: 'geo' },
  author: { type: 'reference' },
  editors: { type: 'list', of: 'reference' },
};
/** Of the records that `author` and `editors` refer to. */
const authorTypes: Readonly<Record<string, ValueType>> = { born: { type: 'number' } };

let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;
const model: ModelRecord[] = [];
const authors: ModelRecord[] = [];
let writers: StorageRow;
const referred = { fields: ['author', 'editors'], records: authors, meanings: authorTypes };

beforeAll(async () => {
  breakTiesWith((a, b) => compareSortValues(markedText(a), markedText(b)));
  data = await startDataServices();
  const readAuthors = await makeStorage(data.services, { fields: declaredFields(authorTypes) });
  const authorFields = Array.from(
    { length: 14 },
    (_, i): Record<string, Json> => ({ i, name: someValue(), born: pick<Json>([1815, 1990, 2.5, 'soon', null]) }),
  );
  const madeAuthors = await createRecords(data.services, await readAuthors(), { inputs: authorFields, actor: 'a' });
  authors.push(...madeAuthors.map((made, i) => ({ ...made, micros: 0, fields: authorFields[i] ?? {} })));
  writers = await readAuthors();
  const read = await makeStorage(data.services, { fields: declaredFields(types), schema: { version: 1, state: 'learn' } });
  await databaseOf(data.services.store)
    .doc(`storages/${(await read()).id}/schemas/1`)
    .set({
      schema: JSON.stringify({
        fields: { author: { type: 'reference', storage: writers.id }, editors: { type: 'list', of: 'reference', storage: writers.id } },
        unique: [],
        closed: false,
      }),
      uniqueIds: [],
    });
  for (let batch = 0; batch < 12; batch += 1) {
    const inputs = Array.from({ length: 40 }, () => someFields(batch));
    const created = await createRecords(data.services, await read(), { inputs, actor: 'a' });
    created.forEach(({ id, createdAt, updatedAt }, i) => {
      const micros = created.slice(0, i).filter((earlier) => earlier.createdAt === createdAt).length;
      model.push({ id, createdAt, updatedAt, micros, fields: inputs[i] ?? {} });
    });
  }
  for (let i = 0; i < 60; i += 1) {
    const record = pick(model);
    const change = someFields(12);
    const updated = await updateRecord(data.services, await read(), { id: record.id, fields: change, actor: 'a' });
    Object.assign(record.fields, change);
    Object.assign(record, { updatedAt: updated.updatedAt, micros: 0 });
  }
  storage = await read();
});

afterAll(() => data.stop());

test(`${runs} random queries over mixed types answer as a plain filter and sort in memory do`, {
  timeout: Math.max(600_000, runs * 60),
}, async () => {
  for (let run = 0; run < runs; run += 1) {
    const text = someQuery();
    const query = parsed(text);
    const page = await followed(query)
      .then((asked) => list(data.services, storage, asked))
      .catch(codeOf);
    const got = typeof page === 'string' ? page : { path: page.path, ids: page.found.map(({ id }) => id), total: page.total };
    expect({ text, seed, run, got }).toEqual({ text, seed, run, got: expectedOf(query, page) });
  }
});

function parsed(text: string): ListQuery {
  try {
    return parseListQuery(text);
  } catch (cause) {
    throw new Error(`with seed ${seed}, this is refused: ${text}`, { cause });
  }
}

/** With the rights of a key. */
async function followed(query: ListQuery): Promise<ListQuery> {
  const reach: Reach = {
    isTold: true,
    storage: async (id) => (id === writers.id ? writers : null),
    storageOfKey: async () => null,
    reachIn: async () => ({ owner: undefined, access: undefined }),
    reached: async (_, asked) => asked,
  };
  return (await followReferences({ services: data.services, reach }, storage, query)).query;
}

function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  throw error;
}

/** @param page as it was answered: its path does not matter, and a total that is not exact is a lower bound */
function expectedOf(query: ListQuery, page: ListPage | string) {
  if (isRefused(query, types, authorTypes)) return 'invalid-argument';
  // So far into several walks, they read more than one list may.
  if (page === 'query-too-broad' && setsOf(query).length > 1 && query.page * query.limit > 100) return page;
  const { path, total, totalIsExact } = typeof page === 'string' ? { path: '', total: 0, totalIsExact: true } : page;
  const expected = naiveList(model, query, { meanings: types, referred });
  const ids = expected.slice((query.page - 1) * query.limit, query.page * query.limit).map(({ id }) => id);
  return { path, ids, total: totalIsExact ? expected.length : Math.min(total, expected.length) };
}

test('following cursors gives every match once, in order', { timeout: Math.max(120_000, runs * 30) }, async () => {
  for (let run = 0; run < runs / 20; run += 1) {
    const text = someQuery()
      .replace(/&?page=\d+/, '')
      .replace(/limit=1$/, 'limit=7');
    const query = parsed(text);
    if (isRefused(query, types, authorTypes)) continue;
    const expected = naiveList(model, query, { meanings: types, referred }).map(({ id }) => id);
    const got: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        data.services,
        storage,
        await followed({ ...query, ...(cursor ? { cursor } : {}) }),
      );
      got.push(...page.found.map(({ id }) => id));
      cursor = page.next ? writeCursor({ secret: data.services.cursorSecret, storageId: storage.id }, query, page.next) : undefined;
    } while (cursor && got.length <= expected.length);
    expect({ text, seed, run, got }).toEqual({ text, seed, run, got: expected });
  }
});

function declaredFields(declaredTypes: typeof types): StorageDocument<Timestamp>['fields'] {
  const entries = Object.entries(declaredTypes).map(([name, declared], i): [string, FieldCatalogueEntry<Timestamp>] => [
    `f${i.toString(36)}`,
    { path: [name], types: [], declared, firstSeen: Timestamp.fromMillis(1) },
  ]);
  return Object.fromEntries(entries);
}

function someFields(batch: number): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const name of ['amount', 'status', 'title', 'tags', 'address', 'flag', 'late', 'rare', ...Object.keys(types)]) {
    if (random() < 0.25) continue;
    if ((name === 'late' && batch < 4) || (name === 'rare' && (batch < 8 || random() < 0.9))) continue;
    fields[name] = someValueOf(name);
  }
  return fields;
}

function someValueOf(name: string): Json {
  if (name === 'address' && random() < 0.8) return { city: someValue(), zip: someValue() };
  if (name === 'tags') return someArray();
  if (name === 'author') return random() < 0.8 ? pick(authors).id : someValue();
  if (name === 'editors')
    return Array.from({ length: Math.floor(random() * 4) }, () => (random() < 0.8 ? pick(authors).id : pick<Json>(['x', null, 5])));
  if (name === 'numbers') return Array.from({ length: Math.floor(random() * 4) }, () => pick<Json>(['1.10', '1.1', 5, '5', 'x', null]));
  return random() < 0.85 ? pick(typed[types[name]?.type ?? ''] ?? [someValue()]) : someValue();
}

const typed: Readonly<Record<string, readonly Json[]>> = {
  decimal: ['1.10', '1.1', '12.50', '-3', '1e3', '0.00', '-0.5', '0.1234567890123456789', 12.5, 1000, 0, 'none'],
  integer: ['9007199254740993', '9007199254740992', '007', '7', '-12', 7, 9007199254740992, 'many', '5.0'],
  number: [0, 1, 2.5, -3, 1e21, 100],
  boolean: [true, false],
  date: ['2026-03-29', '2026-03-28', '2024-02-29', '2026-02-30', 'soon'],
  dateTime: [
    '2026-03-29T01:30:00+02:00',
    '2026-03-28T23:30:00Z',
    '2026-03-28T23:30:00.000001Z',
    '2026-03-28T23:59:59.999999Z',
    '2026-03-29T23:30:00-02:00',
    '2026-03-30T01:00:00Z',
    '2026-03-29',
    'soon',
  ],
  geo: [
    { lat: 52.52, lng: 13.405 },
    { lat: 52.5, lng: 13.28 },
    { lat: 52.49, lng: 13.4 },
    { lat: 48.8584, lng: 2.2945 },
    { lat: -16.8, lng: 179.99 },
    { lat: -16.81, lng: -179.98 },
    { lat: 0, lng: -180 },
    { lat: 89.99, lng: 10 },
    { lat: 89.98, lng: -160 },
    { lat: -90, lng: 0 },
    { lat: 91, lng: 0 },
    { lat: '52.52', lng: '13.405' },
  ],
  text: ['007', '7', 'true', 'open', 'Open', '1.10'],
};

function someValue(): Json {
  return pick<Json>([
    null,
    true,
    false,
    'true',
    '',
    0,
    5,
    -3,
    10,
    100,
    2.5,
    '5',
    '007',
    '1.10',
    'open',
    'Open',
    'OPEN',
    'closed',
    'Zürich',
    'zürich',
    'null',
    'a & b',
    'Red mug',
    'blue Mug, large',
    'x'.repeat(200),
    `${'x'.repeat(200)}y`,
    `Long ${'text '.repeat(80)} needle end`,
    '😀 smile',
    '2024-05-01',
    '2024-05-01T10:00:00Z',
    Math.floor(random() * 50),
    Math.floor(random() * 50),
    [1, 2],
    { deep: { deeper: { deepest: 1 } } },
    {},
    ...odd,
    ...oddTexts,
  ]);
}

/** Values that programs misread. */
const odd: readonly Json[] = [-0, 9007199254740992, 1e21, -1e21, 0.1, 1e308, 5e-324, '', ['']];
const oddTexts: readonly string[] = [
  '9007199254740993',
  '9007199254740992',
  '-0',
  '1e400',
  '1e21',
  '1e+21',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '+5',
  '.5',
  '5.',
  ' 5',
  '5 ',
  '0.1',
  '"5"',
  '"',
  '\\',
  'a|b',
  'a\\|b',
  'null ',
  'Null',
  '<5',
  '>=5',
  '=5',
  '!5',
  '~',
  '~~',
  '%',
  '*',
  '?',
  '\u0000x',
  ' x',
  'tab\there',
  'line\nbreak',
  '\u0001',
  '\u0002',
  '\u001f',
  '\u007f',
  '\u00a0',
  '\u200b',
  '\ufeff5',
  'é',
  'e\u0301',
  'E\u0301',
  'İ',
  'ı',
  'ß',
  'SS',
  'ﬁ',
  'FI',
  '５',
  '\uffff',
  '\u{10ffff}',
  '\ue000',
  '😀',
  '2026-03-29T01:30:00+02:00',
  'x'.repeat(127),
  `${'x'.repeat(127)}😀`,
  'x'.repeat(128),
  `${'😀'.repeat(128)}a`,
  `${'😀'.repeat(128)}b`,
  'y'.repeat(1500),
  `${'ß'.repeat(70)}a`,
];

/** A mark of queries, or a space at an end, which counts for nothing in `or`. */
const needsQuotes = /[|&"\\]|^[<>=!~]|^\s|\s$/;

function someArray(): Json {
  if (random() < 0.3) return someValue();
  return Array.from({ length: Math.floor(random() * 4) }, () => pick<Json>(['red', 'Red', 'blue', 5, '5', true, null, 'green mug']));
}

function someQuery(): string {
  const parts: string[] = [];
  const conditions = pick([0, 0, 1, 1, 1, 2, 2, 3]);
  for (let i = 0; i < conditions; i += 1) parts.push(someCondition());
  if (random() < 0.3) parts.push(`or=${someAlternatives(1)}`);
  if (random() < 0.15) parts.push(`search=${encodeURIComponent(pick(['mug', 'Mug', 'op', '5', 'needle', 'zürich', 'x', '😀', 'xyz']))}`);
  if (random() < 0.15)
    parts.push(
      `near=${pick(['52.52,13.40', '52.5,13.3', '-16.8,180', '-16.9,-179.9', '89.999,100', '-89.9,3', '0.01,179'])},${pick([1, 10, 90, 900, 9000])}km`,
    );
  const sorts = random() < 0.5 ? [] : [...new Set(pick([[0], [0], [0, 0], [0, 0, 0]]).map(() => pick(sortable)))];
  if (random() < 0.2 && !sorts.some((name) => byKey.has(name))) sorts.push(pick([...byKey]));
  const isSeveral = sorts.length > 1 && sorts.every((name, i) => i === sorts.length - 1 || !byKey.has(name));
  if (isSeveral) parts.push(`sortBy=${sorts.map((name) => pick(['-', '', '+']) + name).join(',')}`);
  else if (sorts[0]) parts.push(`sortBy=${sorts[0]}`);
  if (!isSeveral && random() < 0.5) parts.push(`sortOrder=${pick(['asc', 'desc', 'ASC'])}`);
  if (random() < 0.2) parts.push(`zone=${pick(['Europe/Berlin', 'UTC', 'Asia/Kolkata'])}`);
  if (random() < 0.3) parts.push(`page=${1 + Math.floor(random() * 6)}`);
  parts.push(`limit=${pick([1, 3, 10, 10, 50, 100])}`);
  return parts.join('&');
}

function someAlternatives(level: number): string {
  const parts = Array.from({ length: pick([[1, 2, 2, 3], [1, 2], [1]][level - 1] ?? []) }, () => {
    if (level < 3 && random() < 0.3) return `${pick(['and', 'or'])}${someAlternatives(level + 1)}`;
    return someCondition();
  });
  return `(${parts.join(',')})`;
}

const byKey = new Set(['createdAt', 'id']);
const sortable = [
  ...Object.keys(types),
  'amount',
  'status',
  'title',
  'tags',
  'address.city',
  'flag',
  'late',
  'rare',
  'nowhere',
  'createdAt',
  'updatedAt',
  'id',
];

const throughReferences = ['author.name', 'author.born', 'author.i', 'editors.name', 'editors.born', 'editors.i', 'author.nowhere'];

function someCondition(): string {
  const name = pick([
    ...Object.keys(types),
    'amount',
    'status',
    'title',
    'tags',
    'address.city',
    'address',
    'flag',
    'late',
    'rare',
    'nowhere',
    'filter[amount]',
    ...throughReferences,
    ...throughReferences,
  ]);
  const value = () =>
    encodeURIComponent(
      pick([
        '5',
        '5.0',
        '10',
        '0',
        'open',
        'Open',
        'closed',
        'true',
        'red',
        'Zürich',
        'mug',
        '2024-05-01',
        '-3',
        '2.5',
        'x'.repeat(200),
        '007',
        '"5"',
        '"null"',
        '"a|b"',
        '1.10',
        '1e3',
        '12.50',
        '9007199254740993',
        '9007199254740992.5',
        '-0.5',
        'TRUE',
        '2026-03-29',
        '2026-03-28T23:30:00Z',
        '2026-03-29T01:30:00+02:00',
        '2026-03-30',
        ...oddTexts.map((text) => (needsQuotes.test(text) ? quotedLiteral(text) : text)),
      ]),
    );
  const operator = pick(['=', '=', '=', '!=', '>=', '<=', '>', '<', '~', '|', 'null', 'empty', 'not null', 'between']);
  if (operator === '|') return `${name}=${value()}%7C${value()}`;
  if (operator === 'null') return `${name}=null`;
  if (operator === 'empty') return `${name}=`;
  if (operator === 'not null') return `${name}!=null`;
  if (operator === 'between') return `${name}>=${value()}%26<=${value()}`;
  if (operator === '~')
    return `${name}~${encodeURIComponent(pick(['mug', 'o', 'OPEN', '5', 'needle', 'xx', 'zür', 'tru', ...oddTexts.filter((text) => !needsQuotes.test(text))]))}`;
  return `${name}${operator}${value()}`;
}

function pick<T>(from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  return chosen as T; // the list is not empty
}
