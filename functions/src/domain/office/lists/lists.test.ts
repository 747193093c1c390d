import { documentPath } from '../../../store/model/collection.ts';
import { Timestamp } from '@google-cloud/firestore';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccountOf, metered, staff, startOfficeWorld } from '../../../../test/office-world.ts';
import { allProjects } from '../all-projects.ts';
import { exportList } from '../export-list.ts';
import { create, remove } from '../../../store/model/writes.ts';
import { readInbox } from '../inbox.ts';
import { countLists } from './count-lists.ts';
import type { OfficeList, OfficeQuery } from './office-list.ts';
import { type OfficeListName, officeLists } from './office-lists.ts';
import { listPage } from './list-page.ts';
import { searchWalk } from './search-page.ts';
import { walkList } from './walk-list.ts';
import { databaseOf } from '../../../../test/data-services.ts';

const clock = () => Date.parse('2026-06-15T12:00:00Z');
const accounts = 25;
let world: Awaited<ReturnType<typeof startOfficeWorld>>;

beforeAll(async () => {
  world = await startOfficeWorld(clock);
  for (let n = 0; n < accounts; n += 1) await world.add(anAccountOf(world.services, n));
});
afterAll(() => world.stop());

const names = Object.keys(officeLists) as OfficeListName[];
const listOf = (name: OfficeListName) => officeLists[name] as unknown as OfficeList; // a row's id is all that is looked at here
const first = { page: 1, limit: 10, sortOrder: 'DESC' } as const;
const read = (name: OfficeListName, query: Partial<OfficeQuery> = {}) =>
  metered(() => listPage(world.services, listOf(name), { caller: staff, query: { ...first, ...query } }));
const idsOf = async (...given: Parameters<typeof read>) => (await read(...given)).result.data.map(({ id }) => id);

describe.each(names)('%s', (name) => {
  test('a page of ten costs at most 30 reads, with a different account in each row, wherever it stands', async () => {
    const page = await read(name);
    expect(page.result.data).toHaveLength(10);
    expect(JSON.stringify(page.result.data)).not.toMatch(/_?nanoseconds/); // times are ISO texts
    expect(page.result.pagination).toEqual({ page: 1, limit: 10, totalCount: accounts, totalPages: 3 });
    expect(page.reads).toBeLessThanOrEqual(30);
    const next = await read(name, { page: 2, after: page.result.data.at(-1)?.id });
    expect(next.reads).toBeLessThanOrEqual(30);
  });

  test('pages go on after a row as they do by number, in both orders, without a gap or a repetition', async () => {
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      const whole = await idsOf(name, { limit: 100, sortOrder });
      expect(new Set(whole).size).toBe(accounts);
      expect(await idsOf(name, { page: 2, sortOrder, after: whole[9] })).toEqual(whole.slice(10, 20));
      expect(await idsOf(name, { page: 2, sortOrder })).toEqual(whole.slice(10, 20));
      expect(await idsOf(name, { page: 3, sortOrder, after: whole[9], afterPage: 1 })).toEqual(whole.slice(20));
    }
  });

  test('its download holds every row once under its columns', async () => {
    const rows = walkList(world.services, { caller: staff, list: listOf(name), query: { sortOrder: 'DESC' } });
    const out = new PassThrough();
    const { columns } = listOf(name);
    const before = (await databaseOf(world.services.store).collection('audit').count().get()).data().count;
    const { writeTo, fileName } = await exportList(world.services, staff, { name, filter: { search: 'x' }, columns, rows });
    const [csv] = await Promise.all([text(out), writeTo(out)]);
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toBe(columns.join(','));
    expect(lines.length - 1).toBe(name === 'audit' ? before + 1 : accounts);
    expect(fileName).toBe(`2026-06-15_${name}.csv`);
    const [row] = (await listPage(world.services, officeLists.audit as unknown as OfficeList, { caller: staff, query: first })).data;
    expect(row).toMatchObject({ action: 'Download list', target: `lists/${name}`, actor: { id: 'staff' }, after: { search: 'x' } });
    await databaseOf(world.services.store).recursiveDelete(databaseOf(world.services.store).doc(`audit/${row?.id}`));
  });
});

test.each(names.filter((name) => officeLists[name].ofTenants))('%s of one account are that account’s alone', async (name) => {
  const { result } = await read(name, { tenantId: 'tenant007' });
  expect(result.pagination.totalCount).toBe(1);
  expect(JSON.stringify(result.data)).toContain('tenant007');
});

test.each([
  ['users', 'NUMBER012', 1],
  ['users', 'ada012@exam', 1],
  ['users', 'example.test', 10],
  ['users', 'ad', 10],
  ['projects', 'hop 01', 10],
  ['projects', 'p 013', 1],
  ['storages', 'INGS013', 1],
  ['archivedstorages', 'hings 01', 10],
  ['endpoints', 'ings013', 1],
  ['subscriptions', 'umber003', 1],
  ['subscriptions', 'lan 02', 5],
  ['pagevisits', '/page/00', 10],
  ['products', 'Plan 004', 1],
  ['products', 'plan 004', 1],
  ['products', 'PLAN 00', 10],
  ['discounts', 'CODE00', 10],
  ['used-discounts', 'CODE004', 1],
  ['audit', 'products/01', 10],
  ['projects', 'no such project', 0],
] as const)('a search in %s for "%s" finds any part of its texts for at most 30 reads', async (name, search, count) => {
  const { result, reads } = await read(name, { search });
  expect(result.data).toHaveLength(count);
  expect(reads).toBeLessThanOrEqual(30);
});

test('a search goes on after a row and by number, and its file holds all of it', async () => {
  const whole = await idsOf('users', { search: 'ada', limit: 100 });
  expect(whole).toHaveLength(accounts);
  expect(await idsOf('users', { search: 'ada', page: 2, after: whole[9] })).toEqual(whole.slice(10, 20));
  expect(await idsOf('users', { search: 'ada', page: 3 })).toEqual(whole.slice(20));
  const { result } = await read('users', { search: 'ada' });
  expect(result.pagination).toMatchObject({ totalCount: 11, totalPages: 2 });
  const walked: string[] = [];
  for await (const rows of walkList(world.services, { caller: staff, list: listOf('users'), query: { search: 'ada', sortOrder: 'DESC' } }))
    walked.push(...rows.map(({ id }) => id));
  expect(walked).toEqual(whole);
});

test.each([
  ['pagevisits', '/page'],
  ['products', 'Plan'],
  ['products', 'PLAN'],
  ['discounts', 'code'],
  ['used-discounts', 'Code'],
  ['audit', 'products/'],
] as const)('a search in %s for the beginning "%s" has pages and a file with every match once', async (name, search) => {
  const whole = await idsOf(name, { search, limit: 100 });
  expect(new Set(whole).size).toBe(accounts);
  const { result, reads } = await read(name, { search });
  expect(result.pagination).toMatchObject({ totalCount: 11, totalPages: 2 });
  expect(reads).toBeLessThanOrEqual(30);
  expect(await idsOf(name, { search, page: 2, after: whole[9] })).toEqual(whole.slice(10, 20));
  expect(await idsOf(name, { search, page: 3 })).toEqual(whole.slice(20));
  const walked: string[] = [];
  for await (const rows of searchWalk(world.services, { list: listOf(name), where: [], query: { ...first, search } }))
    walked.push(...rows.map(({ id }) => id));
  expect(walked).toEqual(whole);
});

test('the usage of an account is held against its own limit where staff have set one', async () => {
  const limitOf = async () => (await read('apiusages', { tenantId: 'tenant007' })).result.data;
  expect(await limitOf()).toMatchObject([{ limit: 10 }]);
  await databaseOf(world.services.store)
    .doc('tenants/tenant007')
    .update({ limits: { creditsPerMonth: 777 } });
  expect(await limitOf()).toMatchObject([{ limit: 777 }]);
  await databaseOf(world.services.store).doc('tenants/tenant007').update({ limits: null });
});

test('an id finds its row, and an archived project’s id does not', async () => {
  const [id] = await idsOf('projects');
  expect(await idsOf('projects', { search: id })).toEqual([id]);
  await databaseOf(world.services.store).doc(`projects/${id}`).update({ archivedAt: new Date() });
  expect(await idsOf('projects', { search: id })).toEqual([]);
  await databaseOf(world.services.store).doc(`projects/${id}`).update({ archivedAt: null });
});

test('the night counts lists that nobody has opened; their first page then costs at most 30 reads', async () => {
  const { store } = world.services.records;
  const many = 5001;
  const paths = Array.from({ length: many }, (_, n) => `audit/old${n}`);
  for (let at = 0; at < many; at += 500)
    await store.commit(
      paths.slice(at, at + 500).map((path) => create(path, { target: 'x', actor: {}, createdAt: Timestamp.fromMillis(0) })),
    );
  await countLists(world.services);
  expect((await store.get(documentPath<{ count: number }>('officeTotals/audit_')))?.data.count).toBeGreaterThan(many);
  for (let at = 0; at < many; at += 500) await store.commit(paths.slice(at, at + 500).map((path) => remove(path)));
  await countLists(world.services);
  expect(await store.get(documentPath('officeTotals/audit_'))).toBeNull();
});

test('page views are counted by their days, not one by one', async () => {
  await databaseOf(world.services.store).doc('analytics/2025-01-01').set({ humans: 2_000_000, bots: 400_000 });
  const { result, reads } = await read('pagevisits');
  await databaseOf(world.services.store).doc('analytics/2025-01-01').delete();
  expect(result.pagination.totalCount).toBe(2_400_000 + accounts);
  expect(reads).toBeLessThanOrEqual(12);
});

test('rows that would have to be skipped beyond the limit are refused by name', async () => {
  await expect(read('users', { page: 200 })).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'page' }] });
});

test('the inbox costs at most 30 reads a page, its search included', async () => {
  const query = { page: 1, limit: 10, range: {}, search: '', sortOrder: 'DESC' } as const;
  const plain = await metered(() => readInbox(world.services, query));
  expect(plain.result.messages.all).toMatchObject({ total: 2 * accounts });
  expect(plain.reads).toBeLessThanOrEqual(30);
  const found = await metered(() => readInbox(world.services, { ...query, search: 'BOUT 012' }));
  expect(found.result.messages.all.items.map(({ subject }) => subject)).toEqual(['About 012', 'About 012']);
  expect(found.reads).toBeLessThanOrEqual(30);
});

test('the projects of all accounts cost what a page of them costs, and nobody skips a collection for them', async () => {
  const page = await metered(() => allProjects(world.services, staff, { page: 2, limit: 10 }));
  expect(page.result.data.map(({ id }) => id)).toEqual((await idsOf('projects', { limit: 100 })).slice(10, 20));
  expect(page.result.pagination).toEqual({ page: 2, limit: 10, totalCount: accounts, totalPages: 3 });
  expect(page.reads).toBeLessThanOrEqual(30);
  await expect(allProjects(world.services, staff, { page: 1_000_000, limit: 10 })).rejects.toMatchObject({ code: 'invalid-argument' });
});
