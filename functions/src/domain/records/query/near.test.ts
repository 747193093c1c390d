import { type FieldCatalogueEntry, type Json, metresBetween } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { recordPath } from '../model/paths.ts';
import { placeKeys } from '../index/place-key.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { boxAround, cover } from './cover.ts';
import { type DataViewQuery, listForDataView } from './data-view.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';
import { writeCursor } from './cursor.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

const geo = (name: string): FieldCatalogueEntry<Timestamp> => ({
  path: [name],
  types: [],
  declared: { type: 'geo' },
  firstSeen: Timestamp.fromMillis(1),
});
const towers: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  alex: [52.5219, 13.4132],
  funk: [52.505, 13.2783],
  paris: [48.8584, 2.2945],
  taveuni: [-16.8, 179.99],
  fiji: [-16.8, -179.99],
  pole: [89.99, 10],
  beyond: [89.99, -170],
};

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services, { fields: { f0: geo('place') } });
  const inputs = Object.entries(towers).map(([n, [lat, lng]]) => ({ n, kind: n.length > 4 ? 'long' : 'short', place: { lat, lng } }));
  await createRecords(data.services, await read(), { inputs: [...inputs, { n: 'none' }, { n: 'text', place: '52.52,13.41' }], actor: 'a' });
});
afterAll(() => data.stop());

async function found(query: string, storage = read) {
  const page = await list(data.services, await storage(), parseListQuery(query));
  return { names: page.found.map(({ fields }) => fields.n), ...page };
}

test.each([
  ['near=52.52,13.405,1km', ['alex']],
  ['near=52.52,13.405,10km', ['alex', 'funk']],
  ['near=place(52.505,13.28,20km)', ['funk', 'alex']],
  ['near=-16.8,180,5km', ['fiji', 'taveuni']],
  ['near=-16.8,-179.995,1mi', ['fiji', 'taveuni']],
  ['near=89.995,10,3km', ['pole', 'beyond']],
  ['near=89.999,-170,3km', ['beyond', 'pole']],
  ['near=52.52,13.405,1000km&limit=2', ['alex', 'funk']],
  ['near=52.52,13.405,10km&n!=alex', ['funk']],
  ['near=52.52,13.405,10km&kind=short&sortBy=n&sortOrder=desc', ['funk', 'alex']],
  ['near=52.52,13.405,1000km&or=(n=paris,n=funk)', ['funk', 'paris']],
  ['near=52.52,13.405,10km&search=funk', ['funk']],
])('%s finds the nearest first', async (query, expected) => {
  expect((await found(query)).names).toEqual(expected);
});

test('a data view is narrowed to what is near, in its own order', async () => {
  const page = (query: Partial<DataViewQuery>) =>
    read().then((storage) => listForDataView(data.services, storage, { page: 1, limit: 10, ...query }));
  const where = 'near=place(52.52,13.405,10km)';
  expect((await page({ where, sortBy: 'n', sortOrder: 'DESC' })).rows.map(({ n }) => n)).toEqual(['funk', 'alex']);
  expect(await page({ where: `or=(n=alex,n=paris)&${where}` })).toMatchObject({ rows: [{ n: 'alex' }], totalCount: 1, totalIsExact: true });
});

test('it costs a count for each range of the index, and the records in them', async () => {
  const { reads, path, total, totalIsExact } = await found('near=52.52,13.405,1km');
  expect({ total, totalIsExact }).toEqual({ total: 1, totalIsExact: true });
  const ranges = Number(/^(\d+) range/.exec(path)?.[1]);
  expect(ranges).toBeLessThanOrEqual(9);
  expect(reads).toBe(ranges + 1);
  const { reads: ofFew, path: byOther } = await found('near=52.52,13.405,1000km&n=funk');
  expect([byOther, ofFew]).toEqual(['equality merge, measured', 2]);
});

test('pages and cursors go on where the one before ended', async () => {
  const asked = parseListQuery('near=52.52,13.405,9000km&limit=2');
  const names: unknown[] = [];
  let query = asked;
  for (;;) {
    const page = await list(data.services, await read(), query);
    names.push(...page.found.map(({ fields }) => fields.n));
    if (!page.next) break;
    query = {
      ...asked,
      cursor: writeCursor({ secret: data.services.cursorSecret, storageId: (await read()).id }, asked, page.next),
    };
  }
  expect(names).toEqual(['alex', 'funk', 'paris', 'pole', 'beyond']);
  expect((await found('near=52.52,13.405,9000km&limit=2&page=2')).names).toEqual(['paris', 'pole']);
});

test('a changed place is found where it is now', async () => {
  const moving = await makeStorage(data.services, { fields: { f0: geo('place') } });
  const [record] = await createRecords(data.services, await moving(), { inputs: [{ n: 'a', place: { lat: 1, lng: 1 } }], actor: 'a' });
  await updateRecord(data.services, await moving(), { id: record?.id ?? '', fields: { place: { lat: 2, lng: 2 } }, actor: 'a' });
  expect((await found('near=1,1,1km', moving)).names).toEqual([]);
  expect((await found('near=2,2,1km', moving)).names).toEqual(['a']);
});

test('places that were stored before the field was declared are found by their latitude until they are indexed', async () => {
  const late = await makeStorage(data.services);
  await createRecords(data.services, await late(), { inputs: [{ n: 'a', place: { lat: 1, lng: 1 } }], actor: 'a' });
  const { id } = await late();
  await databaseOf(data.services.store)
    .doc(`storages/${id}`)
    .update({ 'fields.f9': { ...geo('place'), declaredBefore: 'none' } });
  expect(await found('near=1,1,1km', late)).toMatchObject({ names: ['a'], path: '1 range around the place, measured' });
});

test.each([
  ['near=91,0,1km', 'Give a latitude'],
  ['near=1,2', 'Give a latitude'],
  ['near=1,2,0km', 'Give a latitude'],
  ['near=1,2,5', 'Give a latitude'],
  ['near=n(1,2,5km)', 'n is not declared with the type geo, which near needs.'],
  ['near=1,2,5km&near=1,2,5km', 'near is given twice.'],
  ['near=1,2,5km&deleted=only', 'near has no meaning for records in the trash.'],
  ['near=1,2,5km&search=a&rank=relevance', 'Take near or rank, not both'],
  ['or=(near=1\\,2\\,5km,n=a)', 'near has no meaning inside of or.'],
])('%s is refused', async (query, message) => {
  await expect((async () => found(query))()).rejects.toMatchObject({ code: 'invalid-argument', message: expect.stringContaining(message) });
});

test('of several geo fields one is to be named, and without any none can be', async () => {
  const two = await makeStorage(data.services, { fields: { f0: geo('home'), f1: geo('work') } });
  await createRecords(data.services, await two(), { inputs: [{ n: 'a', home: { lat: 1, lng: 1 }, work: { lat: 2, lng: 2 } }], actor: 'a' });
  await expect(found('near=1,1,1km', two)).rejects.toThrow('choose one, as in near=home(');
  expect((await found('near=work(2,2,1km)', two)).names).toEqual(['a']);
  await expect(found('near=1,1,1km', await makeStorage(data.services))).rejects.toThrow('No field of this storage is declared');
});

test('a field that rules hide is no place, named or not', async () => {
  const bound = { to: 'someone', either: [[]], unknown: new Set(['place']) };
  for (const [near, problem] of [
    ['52.52,13.405,1km', 'No field of this storage is declared with the type geo'],
    ['place(52.52,13.405,1km)', 'place is not declared with the type geo'],
  ])
    await expect(list(data.services, await read(), { ...parseListQuery(`near=${near}`), bound })).rejects.toThrow(problem);
});

test('more than 1,000 records around the place are refused before they are read, unless another condition finds few of them', async () => {
  const crowd = await makeStorage(data.services, { fields: { f0: geo('place') } });
  const [template] = await createRecords(data.services, await crowd(), { inputs: [{ n: 0, place: { lat: 5, lng: 5 } }], actor: 'a' });
  const { id } = await crowd();
  const database = databaseOf(data.services.store);
  const stored = (await database.doc(recordPath(id, template?.id ?? '')).get()).data() ?? {};
  const many = database.bulkWriter();
  for (let i = 0; i < 1001; i += 1) void many.create(database.doc(recordPath(id, `9${String(i).padStart(19, '0')}`)), stored);
  await many.close();
  await expect(found('near=5,5,1km', crowd)).rejects.toMatchObject({ code: 'query-too-broad' });
  await createRecords(data.services, await crowd(), { inputs: [{ n: 1, place: { lat: 5, lng: 5 } }], actor: 'a' });
  expect((await found('near=5,5,1km&n=1', crowd)).names).toEqual([1]);
});

test('the ranges hold every place of the circle, whatever it is', () => {
  let state = 1;
  const part = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const random = (most: number) => (part() * 2 - 1) * most;
  let met = 0;
  for (let i = 0; i < 4000; i += 1) {
    const circle = { lat: random(90), lng: random(180), metres: 10 ** (part() * 7) };
    const ranges = cover(boxAround(circle));
    const other = {
      lat: circle.lat + random(circle.metres / 100_000),
      lng: circle.lng + random(part() < 0.5 ? 180 : circle.metres / 50_000),
    };
    const place = { lat: Math.max(-90, Math.min(90, other.lat)), lng: ((other.lng + 540) % 360) - 180 };
    if (metresBetween(place, circle) > circle.metres) continue;
    met += 1;
    const { gf0: key = -1 } = placeKeys([{ ...geo('p'), code: 'f0', number: 0, path: 'p', unknownTo: [] }], { p: place });
    const isIn = ranges.some(([from, to]) => key >= from && key < to);
    expect({ circle, place, isIn, few: ranges.length <= 9 }).toEqual({ circle, place, isIn: true, few: true });
  }
  expect(met).toBeGreaterThan(200);
});

test('a record with more fields than are indexed is found too', async () => {
  const wide = await makeStorage(data.services, { fields: { f0: geo('place') } });
  const many = Object.fromEntries(Array.from({ length: 310 }, (_, i) => [`field${i}`, i]));
  await createRecords(data.services, await wide(), { inputs: [{ n: 'a', ...many, place: { lat: 90, lng: 0 } }], actor: 'a' });
  expect((await found('near=89.999,5,1km', wide)).names).toEqual(['a']);
});

test('a value that is no place is near to nothing', async () => {
  const values: Json[] = [{ lat: 95, lng: 0 }, { lat: '1', lng: '1' }, { lat: 1 }, [1, 1]];
  const inputs = values.map((place) => ({ place }));
  const odd = await makeStorage(data.services, { fields: { f0: geo('place') } });
  await createRecords(data.services, await odd(), { inputs, actor: 'a' });
  expect((await found('near=1,1,20000km', odd)).total).toBe(0);
});
