import type { SchemaField } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { aDeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';

/** Mixed values in lists, groups and totals, as docs/values.md says, through the data API. */

let admin: Admin;
let projectId = '';
let made = 0;

beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
});

async function stored(records: Record<string, unknown>[], fields?: Record<string, SchemaField>) {
  const storage = await aDeclaredStorage(admin, { projectId, storageKey: `lists${++made}`, ...(fields && { fields }) });
  await storage.add(records);
  return storage;
}

describe('codes, spelt alike and not', () => {
  let agents: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    agents = await stored([{ agent: '007' }, { agent: '7' }, { agent: 7 }, { other: true }]);
  });
  const found = async (query: string) => (await agents.list(`${query}&sortBy=createdAt&sortOrder=asc`)).map(({ agent }) => agent ?? null);

  test.each([
    ['agent=007', ['007']],
    ['agent=7', ['7', 7]],
    ['agent="7"', ['7']],
    ['agent!=7', ['007', null]],
    ['agent!="7"', ['007', 7, null]],
    ['agent=null', [null]],
    ['agent=7|null', ['7', 7, null]],
    ['agent~7', ['007', '7', 7]],
  ])('%s finds %j', async (query, expected) => {
    const all = await found(query);
    expect(all.toSorted()).toEqual(expected.toSorted());
    expect((await agents.ask(`/count?${query}`)).body.data).toEqual({ count: expected.length, isExact: true });
  });
});

test('the number 5 and the text "5" are two groups, and only numbers are added up', async () => {
  const storage = await stored([{ v: 5, n: 5 }, { v: '5', n: '5' }, { v: 5, n: 2 }, { n: true }]);
  expect(await storage.totals('op=count,sum:n&groupBy=v')).toEqual([
    { group: 5, count: 2, sum: { n: 7 } },
    { group: '5', count: 1, sum: { n: 0 } },
    { group: null, count: 1, sum: { n: 0 } },
  ]);
});

test('booleans, numbers and texts have one order, up and down, with null behind; cursors keep to it', async () => {
  const values = [10, '9', true, null, 2];
  const storage = await stored(values.map((v) => ({ v })));
  const sorted = async (query: string) => (await storage.list(query)).map(({ v }) => v);
  expect(await sorted('sortBy=v&sortOrder=asc')).toEqual([true, 2, 10, '9', null]);
  expect(await sorted('sortBy=-v')).toEqual(['9', 10, 2, true, null]);
  const walked: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { data: { v?: unknown }[]; pagination?: { nextCursor: string | null } } } = await storage.ask(
      `?sortBy=v&sortOrder=asc&limit=1${cursor && `&cursor=${cursor}`}`,
    );
    walked.push(...body.data.map(({ v }) => v));
    cursor = body.pagination?.nextCursor ?? null;
  }
  expect(walked).toEqual([true, 2, 10, '9', null]);
});

describe('texts that look like something else', () => {
  let titles: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    titles = await stored([
      { title: 'null' },
      { title: null },
      { other: 1 },
      { title: '5' },
      { title: 5 },
      { title: 'a|b' },
      { title: 'a' },
    ]);
  });

  test.each<[string, unknown[]]>([
    ['title="null"', ['null']],
    ['title=null', [null, null]],
    ['title=null|"5"', [null, null, '5']],
    ['title="a|b"', ['a|b']],
    ['title=a|b', ['a']],
    ['title=a%5C|b', ['a|b']],
    ['or=(title="a|b",title="null")', ['a|b', 'null']],
  ])('%s finds %j', async (query, expected) => {
    const all = (await titles.list(query)).map(({ title }) => title ?? null);
    expect(all.map(String).toSorted()).toEqual(expected.map(String).toSorted());
  });
});

test('a literal that is none of its field’s type is refused, with the form in quotes that finds such a text', async () => {
  const types: Record<string, SchemaField> = {
    price: { type: 'number' },
    cost: { type: 'decimal' },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    day: { type: 'date' },
    at: { type: 'dateTime' },
  };
  const storage = await stored([Object.fromEntries(Object.keys(types).map((name) => [name, 'abc']))], types);
  for (const name of Object.keys(types)) {
    for (const query of [`${name}=abc`, `${name}!=abc`, `${name}>abc`, `${name}=null|abc`, `or=(${name}=abc,other=1)`]) {
      const { status, text } = await storage.ask(`?${query}`);
      expect([query, status, JSON.parse(text).error.details]).toMatchObject([
        query,
        400,
        [{ field: name, message: expect.stringContaining(`"abc"`) }],
      ]);
    }
    expect(await storage.list(`${name}="abc"`)).toHaveLength(1);
  }
});

test('decimals are compared and added up by all their digits', async () => {
  const storage = await stored(
    [...Array.from({ length: 10 }, () => ({ p: 0.1 })), { p: '0.10' }, { p: '12.50' }, { p: '9007199254740993.01' }],
    { p: { type: 'decimal' } },
  );
  expect(await storage.totals('op=sum:p&p=0.1&p<0.2')).toEqual({ sum: { p: '1.10' } });
  expect(await storage.totals('op=sum:p,max:p,min:p')).toEqual({
    sum: { p: '9007199254741006.61' },
    max: { p: '9007199254740993.01' },
    min: { p: expect.stringMatching(/^0\.10?$/) },
  });
  expect(await storage.totals('op=count&groupBy=p&p<1')).toMatchObject([{ count: 11 }]);
  expect(await storage.list('p=12.5')).toMatchObject([{ p: '12.50' }]);
  expect(await storage.list('p>9007199254740993')).toHaveLength(1);
});

describe('times', () => {
  test('are ordered by their moment, whatever their offset', async () => {
    const at = ['2026-03-28T23:30:00-02:00', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:30', '2026-03-29T00:59:59.999999Z'];
    const storage = await stored(
      at.map((time) => ({ at: time })),
      { at: { type: 'dateTime' } },
    );
    expect((await storage.list('sortBy=at&sortOrder=asc')).map((record) => record.at)).toEqual([at[2], at[3], at[1], at[0]]);
  });

  test('a day of Berlin has 25 hours when clocks go back, and 23 when they go forward', async () => {
    const hours = (day: string) =>
      Array.from({ length: 30 }, (_, hour) => ({ at: new Date(Date.parse(`${day}T00:00Z`) + (hour - 4) * 3_600_000).toISOString() }));
    const storage = await stored([...hours('2026-10-25'), ...hours('2026-03-29')], { at: { type: 'dateTime' } });
    const count = async (query: string) => (await storage.ask(`/count?${query}`)).body.data;
    expect(await count('at=2026-10-25&zone=Europe/Berlin')).toEqual({ count: 25, isExact: true });
    expect(await count('at=2026-03-29&zone=Europe/Berlin')).toEqual({ count: 23, isExact: true });
    expect(await count('at=2026-10-25')).toEqual({ count: 24, isExact: true });
    expect(await storage.totals('groupBy=day:at&zone=Europe/Berlin')).toEqual(
      expect.arrayContaining([
        { group: '2026-10-25', count: 25 },
        { group: '2026-03-29', count: 23 },
      ]),
    );
  });

  test('one that clocks skip is refused, one that they show twice is the earlier', async () => {
    const storage = await stored([{ at: '2026-10-25T02:30:00+02:00' }, { at: '2026-10-25T02:30:00+01:00' }], { at: { type: 'dateTime' } });
    expect(await storage.list('at=2026-10-25T02:30&zone=Europe/Berlin')).toMatchObject([{ at: '2026-10-25T02:30:00+02:00' }]);
    for (const at of ['2026-03-29T02:30', '2026-02-30', '2026-02-30T10:00Z', '2026-03-28T10:00:60Z', '2026-03-28T24:00:00Z'])
      expect([at, (await storage.ask(`?at=${at}&zone=Europe/Berlin`)).status]).toEqual([at, 400]);
  });
});
