import type { ActivityRow, DataRecord, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

interface Report {
  accepted: number;
  rejected: number;
  errors: { row: number; field: string; message: string }[];
  log?: string;
}

let admin: Admin;
let project = '';
let storage: Storage;

beforeAll(async () => {
  admin = await anAdmin();
  project = (await aProject(admin)).id;
  storage = await aStorage(admin, project, 'orders');
});

const path = (rest = '') => `/app/project/${project}/dataStorages/${storage.id}${rest}`;
const numbered = (from: number, values: unknown[]) => values.map((value, i) => ({ row: from + i, value }));
const part = (fields: object) => ({
  path: path('/import'),
  token: admin.token,
  body: { key: 'import-of-tests', part: 0, fileName: 'orders.csv', rows: numbered(1, [{ n: 1 }]), ...fields },
});
const send = async (fields: object) => (await mustCall<{ data: Report }>(part(fields))).data;
const titles = async (search: string) => {
  const { data, pagination } = await mustCall<{ data: DataRecord[]; pagination: { totalCount: number } }>({
    path: path(`?search=${search}&limit=200`),
    token: admin.token,
  });
  return { data, total: pagination.totalCount };
};
const activities = async () =>
  (await mustCall<{ data: ActivityRow[] }>({ path: `/app/logs/admin/user-activity-logs/project/${project}?limit=50`, token: admin.token }))
    .data;

test('a dry run tells the rows that cannot be stored by their number in the file, and stores nothing', async () => {
  const rows = numbered(41, [{ title: 'dry' }, 'no record', { 'a.b': 1 }]);
  const report = await send({ rows, dryRun: true });
  expect(report).toMatchObject({ accepted: 1, rejected: 2 });
  expect(report.errors.map(({ row }) => row)).toEqual([42, 43]);
  expect(report.errors[1]).toMatchObject({ field: 'a.b', message: expect.stringContaining('must not contain a dot') });
  expect((await titles('dry')).total).toBe(0);
});

test('parts of one import are stored once however often they arrive, are one row of the log, and can be taken back', async () => {
  const key = 'three-parts';
  const first = await send({ key, rows: numbered(1, [{ title: 'wizard 1' }, { title: 'wizard 2' }]) });
  expect(first).toMatchObject({ accepted: 2, rejected: 0 });
  const second = { key, part: 1, rows: numbered(3, [{ title: 'wizard 3' }, 4]), log: first.log };
  const report = await send(second);
  expect(report).toMatchObject({ accepted: 1, rejected: 1, errors: [{ row: 4 }] });
  expect(await send(second)).toMatchObject({ accepted: 1, rejected: 1, errors: [{ row: 4 }] });
  const stored = await titles('wizard');
  expect(stored.data.map(({ title }) => title).sort()).toEqual(['wizard 1', 'wizard 2', 'wizard 3']);
  expect((await activities()).filter(({ description }) => description.includes('imported'))).toMatchObject([
    { activity: 'Insert Storage Data', description: 'Ada Admin imported 3 records from orders.csv into My orders.' },
  ]);

  const changed = stored.data.find(({ title }) => title === 'wizard 2');
  await mustCall({ method: 'PUT', path: path(`/item/${changed?.id}`), token: admin.token, body: { data: { title: 'wizard 2, mended' } } });
  const undo = async (rest: string) =>
    (await mustCall<{ data: object }>({ method: 'DELETE', path: path(`/import/${key}/${rest}`), token: admin.token })).data;
  expect(await undo('0')).toMatchObject({ deleted: 1, kept: 1 });
  expect(await undo('1')).toMatchObject({ deleted: 1, kept: 0 });
  expect(await undo('2')).toMatchObject({ deleted: 0, kept: 0 });
  expect((await titles('wizard')).data.map(({ title }) => title)).toEqual(['wizard 2, mended']);
  expect(await undo('0?force=true')).toMatchObject({ deleted: 1 });
  expect((await titles('wizard')).total).toBe(0);
});

test("another person's key takes nothing of an import back", async () => {
  const developer = await aMember(admin, 'developer', project);
  await send({ key: 'of-the-admin', rows: numbered(1, [{ title: 'kept here' }]) });
  await mustCall({ method: 'DELETE', path: path('/import/of-the-admin/0'), token: developer.token });
  expect((await titles('kept')).total).toBe(1);
});

scenarios('a part that is refused', [
  {
    name: 'has more rows than a part may have',
    send: () =>
      part({
        rows: numbered(
          1,
          Array.from({ length: 201 }, () => ({})),
        ),
      }),
    status: 400,
    code: 'invalid-argument',
    field: 'rows',
  },
  { name: 'has no rows', send: () => part({ rows: [] }), status: 400, field: 'rows' },
  { name: 'has no key to tell it by', send: () => part({ key: 'x' }), status: 400, field: 'key' },
  { name: 'has a negative number', send: () => part({ part: -1 }), status: 400, field: 'part' },
  { name: 'has no file name', send: () => part({ fileName: ' ' }), status: 400, field: 'fileName' },
  { name: 'has fields that nobody knows', send: () => part({ rows: [{ row: 1, value: {}, id: 'x' }] }), status: 400 },
]);

test('the same part with other rows is refused', async () => {
  await send({ key: 'same-part' });
  expect(await call(part({ key: 'same-part', rows: numbered(1, [{ n: 2 }]) }))).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency-mismatch' } },
  });
});

test("another account's storage is no place for an import", async () => {
  const stranger = await anAdmin();
  expect((await call({ ...part({}), token: stranger.token })).status).toBe(404);
  expect((await call({ method: 'DELETE', path: path('/import/import-of-tests/0'), token: stranger.token })).status).toBe(404);
});
