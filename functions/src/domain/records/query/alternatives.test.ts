import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (let batch = 0; batch < 10; batch += 1) {
    const inputs = Array.from({ length: 100 }, (_, i) => {
      const n = batch * 100 + i;
      return { n, kind: `k${n % 50}`, color: `c${n % 40}`, name: n % 25 === 0 ? `Red mug ${n}` : `Plate ${n}` };
    });
    await createRecords(data.services, await read(), { inputs, actor: 'a' });
  }
});
afterAll(() => data.stop());

async function answer(query: string) {
  const { found, total, totalIsExact, path, reads } = await list(data.services, await read(), parseListQuery(query));
  return { numbers: found.map(({ fields }) => fields.n), total, totalIsExact, path, reads };
}

test('equalities of an or are one question to the indexes: as many reads as records, and the total', async () => {
  const got = await answer('or=(kind=k3,color=c7)&limit=10');
  expect(got).toMatchObject({ path: 'equality merge in key order', total: 45, totalIsExact: true });
  expect(got.numbers).toHaveLength(10);
  expect(got.reads).toBeLessThanOrEqual(12);
});

test('an or of ranges reads the records of each range, and no more', async () => {
  const got = await answer('or=(n<10,n>=990)&sortBy=-n&limit=20');
  expect(got.numbers).toEqual([999, 998, 997, 996, 995, 994, 993, 992, 991, 990, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(got.reads).toBeLessThanOrEqual(45);
});

test('an or with what no index knows is one walk that checks each record', async () => {
  const got = await answer('or=(kind!=k1,and(color!=c2,n!=3))&limit=5');
  expect(got).toMatchObject({ path: 'key order, each record checked', numbers: [999, 998, 997, 996, 995] });
  expect(got.reads).toBeLessThanOrEqual(20);
});

test('conditions beside an or narrow each of its parts', async () => {
  const got = await answer('kind=k0&or=(n<100,and(name~mug,n>900))&limit=50');
  expect(got).toMatchObject({ numbers: [950, 50, 0], total: 3, totalIsExact: true });
  expect(got.reads).toBeLessThanOrEqual(22);
});

test('two parameters or must both hold', async () => {
  const got = await answer('or=(kind=k0,kind=k1)&or=(color=c0,color=c1)&limit=50');
  expect(got.numbers).toEqual([801, 800, 601, 600, 401, 400, 201, 200, 1, 0]);
});

test('times of creation are conditions of an or as well', async () => {
  expect((await answer('or=(createdAt<2001-01-01,kind=k9)&limit=1')).numbers).toEqual([959]);
  expect((await answer('or=(createdAt>2001-01-01,kind=k9)&limit=1')).numbers).toEqual([999]);
});

test.each([
  ['name="Plate 1, 2",n=5', 'name', 'Plate 1, 2'],
  [String.raw`name=a\,b\(c\),n=5`, 'name', 'a,b(c)'],
  [String.raw`name="a\\,b",n=5`, 'name', String.raw`a\,b`],
])('the value in or=(%s) has its marks', (inside, path, text) => {
  const [[first] = []] = parseListQuery(`or=${encodeURIComponent(`(${inside})`)}`).either ?? [];
  expect(first).toMatchObject({ path, literals: [{ text }] });
});

test.each([
  ['or=5', /parentheses/],
  ['or=()', /missing/],
  ['or=(a=1,)', /missing/],
  ['or=(a=1', /not closed/],
  ['or=(a=1)x', /not understood/],
  ['or=(a=1),b=2)', /not understood/],
  ['or=(a=f),c)', /not understood/],
  ['or=(not(a=1))', /only and/],
  ['or=(and(or(and(a=1))))', /levels/],
  [`or=(a=${'x'.repeat(4000)})`, /characters/],
  [`or=(and(${several('a', 61)}))`, /At most 60 conditions in or/],
  ['or=(limit=5,a=1)', /limit has no meaning/],
  ['or=(is_deleted=true,a=1)', /is_deleted has no meaning/],
  ['or=(password=1,a=1)', /password/],
  ['or!=(a=1)', /plain value/],
])('%s is refused by name', (query, message) => {
  expect(() => parseListQuery(query)).toThrow(message);
});

test.each([`or=(${several('a', 31)})`, `or=(and(or(${several('a', 4)}),or(${several('b', 4)})))&or=(c=1,c=2)`])(
  '%s comes to more sets than Firestore takes at once, and is refused as too much to read',
  (query) => {
    expect(() => parseListQuery(query)).toThrow(
      expect.objectContaining({ status: 422, code: 'query-too-broad', details: [expect.objectContaining({ field: 'or' })] }),
    );
  },
);

test('an or takes thirty equalities as one question, and thirty of what no index decides', async () => {
  const kinds = `or=(${Array.from({ length: 30 }, (_, i) => `kind=k${i}`).join(',')})&limit=50`;
  expect(await answer(kinds)).toMatchObject({ path: 'equality merge in key order', total: 600, totalIsExact: true });
  const ranges = Array.from({ length: 30 }, (_, i) => `and(n>=${i * 30},n<=${i * 30})`);
  const got = await answer(`or=(${ranges.join(',')})&sortBy=n&sortOrder=asc&limit=50`);
  expect(got.numbers).toEqual(Array.from({ length: 30 }, (_, i) => i * 30));
});

function several(name: string, length: number): string {
  return Array.from({ length }, (_, i) => `${name}=${i}`).join(',');
}

test('an or of more walks than one list may take is refused', async () => {
  const rules = Array.from({ length: 20 }, (_, i) => parseListQuery(`n>${i}`).filters);
  const query = { ...parseListQuery('or=(n<500,n<600)'), bound: { to: 'a', either: rules, unknown: new Set<string>() } };
  await expect(list(data.services, await read(), query)).rejects.toMatchObject({ code: 'query-too-broad' });
});

test('an or that comes twice, or that rules include, asks for nothing more', async () => {
  const storage = await read();
  const or = 'or=(kind!=k1,n<9,n>500,n<20,n<30,n<40,n<50,n<60)&limit=5';
  const once = await list(data.services, storage, parseListQuery(or));
  const twice = await list(data.services, storage, parseListQuery(`${or}&${or.replace('&limit=5', '')}`));
  expect([twice.path, twice.reads, twice.found.length]).toEqual([once.path, once.reads, 5]);
  const { filters } = parseListQuery('n<9');
  const bound = { to: 'a', either: [filters, parseListQuery('kind=k3').filters], unknown: new Set<string>() };
  const ruled = await list(data.services, storage, { ...parseListQuery('or=(n<9,n<8)'), bound });
  expect(ruled.path).toMatch(/^2 walks: /);
});

test('so many alternatives that planning them takes long are refused before', async () => {
  const rules = Array.from({ length: 501 }, (_, i) => parseListQuery(`n>${i}`).filters);
  const query = { ...parseListQuery('or=(n<500,n<600)&kind=nobody'), bound: { to: 'a', either: rules, unknown: new Set<string>() } };
  await expect(list(data.services, await read(), query)).rejects.toMatchObject({ code: 'query-too-broad' });
});

test('cursors of an or belong to it', async () => {
  const { writeCursor } = await import('./cursor.ts');
  const storage = await read();
  const query = parseListQuery('or=(kind=k3,n<9)&limit=5');
  const { next } = await list(data.services, storage, query);
  const cursor = writeCursor(
    { secret: data.services.cursorSecret, storageId: storage.id },
    query,
    next ?? { after: { value: null, id: '' }, seen: 0 },
  );
  await expect(list(data.services, storage, { ...parseListQuery('or=(kind=k4,n<9)&limit=5'), cursor })).rejects.toThrow(
    'cursor is not valid',
  );
  expect((await list(data.services, storage, { ...query, cursor })).found).toHaveLength(5);
});
