import type { ActivityRow, DataRecord, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

interface Report {
  done: number;
  failed: { id: string; message: string }[];
  log?: string;
}

let admin: Admin;
let project = '';
let storage: Storage;
let ids: string[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  project = (await aProject(admin)).id;
  storage = await aStorage(admin, project, 'parcels', true);
  const rows = Array.from({ length: 130 }, (_, n) => ({ row: n + 1, value: { title: `parcel ${n}`, n } }));
  await mustCall({ path: path('/import'), token: admin.token, body: { key: 'bulk-rows', part: 0, fileName: 'a.csv', rows } });
  ({ ids } = await selected('?sortBy=n&sortOrder=ASC'));
});

const path = (rest = '') => `/app/project/${project}/dataStorages/${storage.id}${rest}`;
const selected = async (query = '') =>
  (await mustCall<{ data: { ids: string[]; isComplete: boolean } }>({ path: path(`/ids${query}`), token: admin.token })).data;
const bulk = (body: object) => ({ path: path('/bulk'), token: admin.token, body });
const does = async (action: string, some: readonly string[], log?: string) =>
  (await mustCall<{ data: Report }>(bulk({ action, ids: some, ...(log ? { log } : {}) }))).data;
const totalOf = async (query = '') =>
  (await mustCall<{ pagination: { totalCount: number } }>({ path: path(query), token: admin.token })).pagination.totalCount;
const logged = async () =>
  (await mustCall<{ data: ActivityRow[] }>({ path: `/app/logs/admin/user-activity-logs/project/${project}?limit=50`, token: admin.token }))
    .data;

test('all of a query are selected in its order, and those that its search finds', async () => {
  expect(ids).toHaveLength(130);
  expect(await selected('?search=parcel%2012&sortBy=n&sortOrder=ASC')).toEqual({
    ids: [ids[12], ...ids.slice(120, 130)],
    isComplete: true,
  });
});

test('a selection goes to the trash and comes back, whatever is missing in it, as one row of the log', async () => {
  const first = await does('delete', [...ids.slice(0, 110), 'no-such-record']);
  expect(first).toMatchObject({ done: 110, failed: [{ id: 'no-such-record', message: expect.stringContaining('not found') }] });
  const second = await does('delete', ids.slice(110, 120), first.log);
  expect(second).toMatchObject({ done: 10, failed: [], log: first.log });
  expect(await totalOf()).toBe(10);
  expect(await totalOf('?deleted=only')).toBe(120);
  expect((await logged()).filter(({ activity }) => activity === 'Remove Storage Data')).toMatchObject([
    { description: 'Ada Admin deleted 120 records of My parcels.' },
  ]);
  expect(await does('restore', ids.slice(0, 120))).toMatchObject({ done: 120, failed: [] });
  expect(await totalOf()).toBe(130);
});

test("a row of the log that is not this work's is left alone", async () => {
  const insert = (await logged()).find(({ activity }) => activity === 'Insert Storage Data');
  const { log } = await does('delete', ids.slice(0, 1), insert?.id);
  expect(log).not.toBe(insert?.id);
  await does('restore', ids.slice(0, 1));
});

test('what is deleted for good stands in no trash', async () => {
  await does('delete', ids.slice(0, 2));
  expect(await does('purge', ids.slice(0, 3))).toMatchObject({ done: 3 });
  expect(await totalOf()).toBe(127);
  expect(await totalOf('?deleted=only')).toBe(0);
  expect(await does('restore', ids.slice(0, 1))).toMatchObject({ done: 0, failed: [{ id: ids[0] }] });
});

test('a selection is saved as CSV or NDJSON, live records and those in the trash', async () => {
  await does('delete', ids.slice(10, 11));
  const saved = (body: object) => call({ path: path('/download'), token: admin.token, body });
  const some = [ids[11], ids[10], 'no-such-record', ids[12]];
  const csv = await saved({ ids: some });
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(
    csv.text
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',')[0]),
  ).toEqual([ids[11], ids[10], ids[12]]);
  const ndjson = await saved({ ids: some, format: 'ndjson' });
  expect(ndjson.headers.get('content-disposition')).toMatch(/data\.ndjson/);
  const records = ndjson.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DataRecord);
  expect(records).toMatchObject([{ n: 11 }, { n: 10, is_deleted: true }, { n: 12 }]);
});

test('a view is saved as NDJSON with the types of its values', async () => {
  const { text, headers } = await call({ path: path('/download?format=ndjson&sortBy=n&sortOrder=DESC&limit=2'), token: admin.token });
  expect(headers.get('content-type')).toContain('application/x-ndjson');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DataRecord),
  ).toMatchObject([{ n: 129 }, { n: 128 }]);
});

test('a cell is changed only while the record is as it was seen', async () => {
  const id = ids[20] ?? '';
  const change = (ifUpdatedAt: string, title: string) =>
    call<{ data: DataRecord }>({ method: 'PUT', path: path(`/item/${id}`), token: admin.token, body: { data: { title }, ifUpdatedAt } });
  const { data } = await mustCall<{ data: DataRecord[] }>({ path: path('?search=parcel%2020'), token: admin.token });
  const seen = data[0]?.updatedAt ?? '';
  const first = await change(seen, 'changed once');
  expect(first).toMatchObject({ status: 200, body: { data: { title: 'changed once', n: 20 } } });
  expect(await change(seen, 'changed twice')).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect(await change('yesterday', 'x')).toMatchObject({ status: 400 });
  expect((await change(first.body.data.updatedAt, 'changed again')).status).toBe(200);
});

scenarios('a selection that is refused', [
  { name: 'has no ids', send: () => bulk({ action: 'delete', ids: [] }), status: 400, field: 'ids' },
  {
    name: 'has more ids than one call takes',
    send: () => bulk({ action: 'delete', ids: Array.from({ length: 501 }, (_, n) => `id-${n}`) }),
    status: 400,
    field: 'ids',
  },
  { name: 'has an action that nobody knows', send: () => bulk({ action: 'forget', ids: ['a'] }), status: 400, field: 'action' },
  {
    name: 'has a format that nobody writes',
    send: () => ({ ...bulk({ ids: ['a'], format: 'xml' }), path: path('/download') }),
    status: 400,
  },
]);

test("another account's records are not selected, changed or saved", async () => {
  const { token } = await anAdmin();
  expect((await call({ path: path('/ids'), token })).status).toBe(404);
  expect((await call({ ...bulk({ action: 'delete', ids: ids.slice(30, 31) }), token })).status).toBe(404);
  expect((await call({ path: path('/download'), token, body: { ids: ids.slice(30, 31) } })).status).toBe(404);
});
