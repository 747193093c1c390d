import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, keysOf, type Person } from '../support/personas.ts';

let admin: Admin;
let developer: Person;
let manager: Person;
let project = '';

interface Report {
  success: boolean;
  data: {
    users: { id: string; is_active: boolean }[];
    storageMetrics: { totalStorageCount: number };
    raw: { storageId: string; storageName: string; total: number; daily: number[]; storageData: { data: object[] } }[];
    apiUsageHistory: { usage: number; createdAt: string }[];
  };
  storageMetrics: { totalStorageCount: number };
}

const today = () => new Date().toISOString().slice(0, 10);
const report = (query = '', token = admin.token) => mustCall<Report>({ path: `/app/reporting?projectId=${project}${query}`, token });

beforeAll(async () => {
  admin = await anAdmin('Rita Report');
  project = (await aProject(admin, 'Figures')).id;
  developer = await aMember(admin, 'developer', project);
  manager = await aMember(admin, 'manager', project);
  const storage = await aStorage(admin, project, 'sales');
  await aStorage(admin, project, 'empties');
  await mustCall({ path: `/api/sales/${storage.id}`, ...keysOf(admin, project), body: [{ n: 1 }, { n: 2 }, { n: 3 }] });
});

// Covers S2-3-13, S2-3-14, S2-3-15
test('it counts users, storages, entries by day and API calls', async () => {
  const { success, data, storageMetrics } = await report();
  expect(success).toBe(true);
  expect(storageMetrics).toEqual({ totalStorageCount: 2 });
  expect(data.storageMetrics).toEqual(storageMetrics);
  expect(data.users.map(({ id, is_active }) => ({ id, is_active }))).toEqual([
    { id: developer.id, is_active: true },
    { id: manager.id, is_active: true },
  ]);
  const [sales, empties] = data.raw;
  expect(sales).toMatchObject({ storageName: 'My sales', total: 3, daily: [0, 0, 0, 0, 0, 0, 3] });
  expect(sales?.storageData.data).toHaveLength(3);
  for (const entry of sales?.storageData.data ?? []) expect(Object.keys(entry)).toEqual(['createdAt']);
  expect(empties).toMatchObject({ total: 0, daily: [0, 0, 0, 0, 0, 0, 0], storageData: { data: [] } });
  expect(data.apiUsageHistory).toHaveLength(7);
  expect(data.apiUsageHistory.at(-1)).toMatchObject({ createdAt: `${today()}T00:00:00.000Z` });
  expect(data.apiUsageHistory.at(-1)?.usage).toBeGreaterThan(0);
});

// Covers S2-3-15
test('a range before today holds nothing of today', async () => {
  const { data } = await report('&from=2024-01-01&to=2024-01-03');
  expect(data.raw[0]).toMatchObject({ total: 0, daily: [0, 0, 0], storageData: { data: [] } });
});

// Covers S2-7-12, S2-6-17, S2-7-11, S0-6-15
test('who asks is told by the bearer alone', async () => {
  expect((await report('&userId=somebody-else', manager.token)).data.users).toHaveLength(2);
  expect((await call({ path: `/app/reporting?projectId=${project}` })).status).toBe(401);
  expect((await call({ path: `/app/reporting?projectId=${project}`, token: developer.token })).status).toBe(403);
  const stranger = await anAdmin('Stan Stranger');
  expect((await call({ path: `/app/reporting?projectId=${project}`, token: stranger.token })).status).toBe(404);
});

test.each([
  ['&from=2024-02-01&to=2024-01-01', 'to'],
  ['&from=2020-01-01&to=2024-01-01', 'from'],
  ['&from=yesterday', 'from'],
  ['&entries=1001', 'entries'],
  // Covers S2-4-12
])('%s is refused, naming the field', async (query, field) => {
  const answer = await call({ path: `/app/reporting?projectId=${project}${query}`, token: admin.token });
  expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
});
