import type { Json } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { updateRecord } from '../write/change-record.ts';
import { compareValues } from '../model/compare-values.ts';
import { normalise } from '../../search-text/normalise.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';
import { writeCursor } from './cursor.ts';
import { breakTiesWith, type ModelRecord, naiveList } from '../../../../test/naive-list.ts';
import type { StorageRow } from '../model/storage-row.ts';

const runs = Number(process.env.BEDPLATE_QUERIES ?? 1500);
const seed = Number(process.env.BEDPLATE_SEED ?? 7);
const random = mulberry32(seed);

let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;
const model: ModelRecord[] = [];

beforeAll(async () => {
  breakTiesWith((a, b) => compareValues(normalise(a) ?? '', normalise(b) ?? ''));
  data = await startDataServices();
  const read = await makeStorage(data.services);
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
}, 60_000);

afterAll(() => data.stop());

test(`${runs} random queries over mixed types answer as a plain filter and sort in memory do`, {
  timeout: Math.max(600_000, runs * 60),
}, async () => {
  for (let run = 0; run < runs; run += 1) {
    const text = someQuery();
    const query = parseListQuery(text);
    const expected = naiveList(model, query);
    const page = await list(data.services, storage, query);
    const ids = expected.slice((query.page - 1) * query.limit, query.page * query.limit).map(({ id }) => id);
    // A total is the number of matches, or a lower bound that says so.
    const total = page.totalIsExact ? expected.length : Math.min(page.total, expected.length);
    expect({ text, seed, run, path: page.path, ids: page.found.map(({ id }) => id), total: page.total }).toEqual({
      text,
      seed,
      run,
      path: page.path,
      ids,
      total,
    });
  }
});

test('following cursors gives every match once, in order', { timeout: Math.max(120_000, runs * 30) }, async () => {
  for (let run = 0; run < runs / 20; run += 1) {
    const text = someQuery()
      .replace(/&?page=\d+/, '')
      .replace(/limit=1$/, 'limit=7');
    const query = parseListQuery(text);
    const expected = naiveList(model, query).map(({ id }) => id);
    const got: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(data.services, storage, { ...query, ...(cursor ? { cursor } : {}) });
      got.push(...page.found.map(({ id }) => id));
      cursor = page.next ? writeCursor({ secret: data.services.cursorSecret, storageId: storage.id }, query, page.next) : undefined;
    } while (cursor && got.length <= expected.length);
    expect({ text, seed, run, got }).toEqual({ text, seed, run, got: expected });
  }
});

function someFields(batch: number): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const name of ['amount', 'status', 'title', 'tags', 'address', 'flag', 'late', 'rare']) {
    if (random() < 0.25) continue;
    if ((name === 'late' && batch < 4) || (name === 'rare' && (batch < 8 || random() < 0.9))) continue;
    fields[name] =
      name === 'address' && random() < 0.8 ? { city: someValue(), zip: someValue() } : name === 'tags' ? someArray() : someValue();
  }
  return fields;
}

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
  ]);
}

function someArray(): Json {
  if (random() < 0.3) return someValue();
  return Array.from({ length: Math.floor(random() * 4) }, () => pick<Json>(['red', 'Red', 'blue', 5, '5', true, null, 'green mug']));
}

function someQuery(): string {
  const parts: string[] = [];
  const conditions = pick([0, 0, 1, 1, 1, 2, 2, 3]);
  for (let i = 0; i < conditions; i += 1) parts.push(someCondition());
  if (random() < 0.15) parts.push(`search=${encodeURIComponent(pick(['mug', 'Mug', 'op', '5', 'needle', 'zürich', 'x', '😀', 'xyz']))}`);
  if (random() < 0.5)
    parts.push(
      `sortBy=${pick(['amount', 'status', 'title', 'tags', 'address.city', 'flag', 'late', 'rare', 'nowhere', 'createdAt', 'updatedAt', 'id'])}`,
    );
  if (random() < 0.5) parts.push(`sortOrder=${pick(['asc', 'desc', 'ASC'])}`);
  if (random() < 0.3) parts.push(`page=${1 + Math.floor(random() * 6)}`);
  parts.push(`limit=${pick([1, 3, 10, 10, 50, 100])}`);
  return parts.join('&');
}

function someCondition(): string {
  const name = pick(['amount', 'status', 'title', 'tags', 'address.city', 'address', 'flag', 'late', 'rare', 'nowhere', 'filter[amount]']);
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
      ]),
    );
  const operator = pick(['=', '=', '=', '!=', '>=', '<=', '>', '<', '~', '|', 'null', 'empty', 'not null', 'between']);
  if (operator === '|') return `${name}=${value()}%7C${value()}`;
  if (operator === 'null') return `${name}=null`;
  if (operator === 'empty') return `${name}=`;
  if (operator === 'not null') return `${name}!=null`;
  if (operator === 'between') return `${name}>=${value()}%26<=${value()}`;
  if (operator === '~') return `${name}~${encodeURIComponent(pick(['mug', 'o', 'OPEN', '5', 'needle', 'xx', 'zür', 'tru']))}`;
  return `${name}${operator}${value()}`;
}

function pick<T>(from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  return chosen as T; // the list is not empty
}

function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
