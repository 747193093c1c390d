import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, keysOf } from '../support/personas.ts';

let admin: Admin;
let project = '';
let storage = '';

const download = (query = '', token = admin.token) =>
  call({ path: `/app/project/${project}/dataStorages/${storage}/download${query}`, token });
const linesOf = (text: string) => text.trimEnd().split('\r\n');

beforeAll(async () => {
  admin = await anAdmin('Dora Download');
  project = (await aProject(admin, 'Tables')).id;
  const body = { dataStorageName: 'My Storage', dataStorageKey: 'rows', isSoftDelete: false };
  storage = (await mustCall<{ data: { id: string } }>({ path: `/app/project/${project}/dataStorages`, token: admin.token, body })).data.id;
  const records = Array.from({ length: 100 }, (_, n) => ({ n, text: n === 0 ? '=1+1' : `row ${n}`, password: 'Correct-horse-9' }));
  for (let batch = 0; batch < 3; batch += 1)
    await mustCall({
      path: `/api/rows/${storage}`,
      ...keysOf(admin, project),
      body: records.map((record) => ({ ...record, n: record.n + batch * 100 })),
    });
});

// Covers S1-7-44, S1-7-45, S1-2.6-29
test('without limit it holds a header and every record, none with a password or a formula', async () => {
  const { status, text, headers } = await download('?sortBy=n&sortOrder=ASC');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/csv');
  const lines = linesOf(text);
  expect(lines).toHaveLength(301);
  expect(lines[0]?.split(',')).toEqual(expect.arrayContaining(['id', 'n', 'text', 'createdAt', 'updatedAt']));
  expect(text).not.toMatch(/password|argon/);
  expect(text).toContain("'=1+1");
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(300);
});

// Covers S1-7-44
test('limit=5 gives five records, and search narrows', async () => {
  expect(linesOf((await download('?limit=5')).text)).toHaveLength(6);
  expect(linesOf((await download('?search=row%2077')).text)).toHaveLength(4);
});

// Covers S1-7-53, S1-7-54
test('the file is named by the date or the range, and the storage', async () => {
  const nameOf = async (query: string) =>
    decodeURIComponent((await download(query)).headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
  expect(await nameOf('')).toBe(`${new Date().toISOString().slice(0, 10)}_My_Storage_data.csv`);
  expect(await nameOf('?startDate=2024-05-01&endDate=2024-05-31')).toBe('2024-05-01_2024-05-31_My_Storage_data.csv');
  expect(await nameOf('?startDate=2024-05-01')).toBe('from-2024-05-01_My_Storage_data.csv');
  expect(await nameOf('?endDate=2024-05-31')).toBe('until-2024-05-31_My_Storage_data.csv');
});

// Covers S1-6-05
test('only an admin may download; a wrong range is refused', async () => {
  const developer = await aMember(admin, 'developer', project);
  expect((await download('', developer.token)).status).toBe(403);
  expect((await download('?startDate=2024-05-02&endDate=2024-05-01')).status).toBe(400);
  const stranger = await anAdmin('Stella Stranger');
  expect((await download('', stranger.token)).status).toBe(404);
});
