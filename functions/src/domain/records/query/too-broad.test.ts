import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { parseAggregateQuery } from '../aggregate/aggregate-query.ts';
import { deletedPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { deleteRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { listWithTrash } from './list-trash.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

/** Records of a kind that all match, and as many as may just be read of another one. */
const [most, many] = [1000, 1100];
let data: Awaited<ReturnType<typeof startDataServices>>;
let read: () => Promise<StorageRow>;

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services, { is_softDelete: true });
  await add(read, many, 'a');
  await add(read, most, 'b');
});

afterAll(() => data.stop());

async function add(storage: () => Promise<StorageRow>, count: number, kind: string): Promise<void> {
  for (let first = 0; first < count; first += 100) {
    const inputs = Array.from({ length: Math.min(100, count - first) }, (_, i) => ({
      kind,
      n: (first + i) * 7919,
      text: kind === 'b' ? 'some bee words' : 'some words',
    }));
    await createRecords(data.services, await storage(), { inputs, actor: 'a' });
  }
}

const asked = (text: string) => parseAggregateQuery(text, (path) => ['kind', 'n', 'text'].includes(path));
const refused = (words: string) => ({ code: 'query-too-broad', message: expect.stringContaining(words) });

const page = (text: string) => read().then((storage) => list(data.services, storage, parseListQuery(text)));

test('a deep page in another order is refused where more match than may be read, and says which condition to narrow', async () => {
  await expect(page('kind=a&sortBy=n&limit=100&page=10')).rejects.toMatchObject(refused('match than kind, or leave out sortBy=n.'));
  expect((await page('kind=b&sortBy=n&limit=100&page=10')).found).toHaveLength(100);
});

test('a page that a walk along its order reaches is given, where more match than can be sorted', async () => {
  const reads = async (text: string) => (await page(text)).reads;
  expect((await page('kind=a&sortBy=n&limit=100&page=5')).found).toHaveLength(100);
  expect(await reads('kind=a&sortBy=n&limit=10')).toBe(27);
});

test('totals are not those of the records up to the end of the budget', async () => {
  await expect(aggregate(data.services, await read(), asked('op=sum:n&kind!=b'))).rejects.toMatchObject(refused('Narrow it'));
});

test('a storage whose last record is gone has nothing to sort by several fields', async () => {
  const emptied = await makeStorage(data.services);
  await add(emptied, 1, 'a');
  const query = parseListQuery('sortBy=kind,n');
  const [only] = (await list(data.services, await emptied(), query)).found;
  await deleteRecord(data.services, await emptied(), { id: only?.id ?? '', actor: 'a' });
  expect(await list(data.services, await emptied(), query)).toMatchObject({ found: [], total: 0, next: null });
});

test('equal values beyond the budget end a page behind those before them', async () => {
  const uneven = await makeStorage(data.services);
  await add(uneven, 30, 'a');
  await add(uneven, 1100, 'b');
  const few = async (text: string) => list(data.services, await uneven(), parseListQuery(`sortBy=kind,n&${text}`));
  expect(await few('limit=100')).toMatchObject({ found: { length: 30 }, next: { seen: 30 } });
  expect(await few('limit=5&text~bee')).toMatchObject({ found: [], next: { seen: 0 } });
});

test.each([
  'kind=b&sortBy=-n',
  'kind=b&sortBy=kind,n',
  'n<7919000&kind=b&sortBy=text,n',
  'kind=b&text~words&sortBy=n',
  'search=bee&sortBy=n',
])('%s: as many as may be looked at are sorted, whatever counts and guesses came before', async (text) => {
  const [first, last] = [await page(`${text}&limit=100`), await page(`${text}&limit=100&page=10`)];
  expect([first.total, first.totalIsExact, last.found.length]).toEqual([most, true, 100]);
  // A list that found few the last time is read without a count, which is a guess.
  expect((await page('kind=c&sortBy=n')).total).toBe(0);
  expect((await page(`${text}&limit=100&page=10`)).found.at(-1)?.id).toBe(last.found.at(-1)?.id);
});

test('a thousand records are added up, and grouped, and no more', async () => {
  const whole = await makeStorage(data.services);
  await add(whole, most, 'b');
  const totals = async (text: string) => (await aggregate(data.services, await whole(), asked(text))).data;
  const all = [
    ['op=count&groupBy=kind', [{ group: 'b', count: most }]],
    ['op=count,max:n&kind=b', { count: most, max: { n: (most - 1) * 7919 } }],
    ['op=count,max:n&text~words&n>=0', { count: most, max: { n: (most - 1) * 7919 } }],
  ] as const;
  for (const [text, found] of all) expect([text, await totals(text)]).toMatchObject([text, found]);
  await add(whole, 1, 'b');
  for (const [text] of all) await expect(totals(text)).rejects.toMatchObject(refused('Narrow it with dateFrom and dateTo'));
});

test('the last hundred of a thousand are reached by their page in every order', async () => {
  const whole = await makeStorage(data.services);
  await add(whole, most, 'b');
  const orders = ['sortBy=n,text', 'sortBy=kind,-n', 'kind!=c&sortBy=-n,text', 'n>=0&sortBy=n', 'text~words&sortBy=updatedAt', 'kind!=c'];
  for (const query of orders) {
    const { found, total, next } = await list(data.services, await whole(), parseListQuery(`${query}&limit=100&page=10`));
    expect([query, found.length, total, next]).toEqual([query, 100, most, null]);
  }
});

test('records of one value are sorted by the next field up to a thousand of them', async () => {
  const alike = await makeStorage(data.services);
  await add(alike, most, 'b');
  const sorted = async () => (await list(data.services, await alike(), parseListQuery('sortBy=kind,-n&limit=2'))).found;
  expect((await sorted()).map(({ fields }) => fields.n)).toEqual([(most - 1) * 7919, (most - 2) * 7919]);
  await add(alike, 1, 'b');
  await expect(sorted()).rejects.toMatchObject(refused('kind'));
});

test('records with more fields than an index takes are sorted while they are few, and no more', async () => {
  const wide = await makeStorage(data.services, { profile: { grams: true, wide: true } });
  await add(wide, most, 'w');
  const sorted = async () => list(data.services, await wide(), parseListQuery('sortBy=n&limit=1'));
  expect((await sorted()).total).toBe(most);
  await add(wide, 1, 'w');
  await expect(sorted()).rejects.toMatchObject(refused('Records with more than 300 fields'));
});

test('the trash is sorted up to a thousand records, apart from live ones and with them', async () => {
  const query = (deleted: string) => parseListQuery(`deleted=${deleted}&sortBy=n`);
  await expect(listWithTrash(data.services, await read(), query('include'))).rejects.toMatchObject(
    refused('list live and deleted records apart'),
  );
  const full = await makeStorage(data.services, { is_softDelete: true });
  await discard(await full(), most);
  expect((await listWithTrash(data.services, await full(), query('only'))).total).toBe(most);
  await discard(await full(), 1);
  await expect(listWithTrash(data.services, await full(), query('only'))).rejects.toMatchObject(refused('or take the newest first'));
  // A first page goes on where its budget has ended.
  expect(await listWithTrash(data.services, await read(), parseListQuery('deleted=include&n=5'))).toMatchObject({
    found: [],
    next: { seen: 0 },
  });
});

async function discard({ id }: StorageRow, count: number): Promise<void> {
  const db = databaseOf(data.services.store);
  const time = Timestamp.now();
  for (let first = 0; first < count; first += 500) {
    const batch = db.batch();
    for (let i = first; i < Math.min(count, first + 500); i += 1) {
      const deleted = { kind: 'trash', data: JSON.stringify({ n: i }), files: {}, createdAt: time, updatedAt: time, deletedAt: time };
      batch.set(db.doc(deletedPath(id, data.services.makeId().id)), deleted);
    }
    await batch.commit();
  }
}

test('groups are read up to a thousand records, also where only their reading tells how many match', async () => {
  const totals = async (text: string) => aggregate(data.services, await read(), asked(text));
  await expect(totals('op=sum:n&groupBy=kind&text~words')).rejects.toMatchObject(refused('Narrow it with dateFrom and dateTo'));
  expect((await totals('op=count&groupBy=kind&kind=b&n<70000')).data).toMatchObject([{ group: 'b', count: 9 }]);
});

test('records are counted by month over at most 400 of them', async () => {
  const months = async (from: string) => aggregate(data.services, await read(), asked(`groupBy=month&dateFrom=${from}&dateTo=2027-12-31`));
  const meter = newMeter();
  expect((await withMeter(meter, () => months('2025-01-01'))).data).toMatchObject([{ count: many + most }]);
  expect(meter.reads).toBeLessThanOrEqual(36 + 3 + 3); // months, thousands, and the total that shows how many there are
  for (const from of ['1994-02-01', '1990-01-01'])
    await expect(months(from)).rejects.toMatchObject(refused('Narrow it with dateFrom and dateTo'));
});
