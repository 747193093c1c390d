import { type RecordJob, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';
import { runJobs } from '../../domain/records/jobs/run-jobs.ts';
import { jobKinds } from '../../domain/records/job-kinds/job-kinds.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';
import { changeSchema } from '../../domain/records/schema-change/change-schema.ts';
import { ApiError } from '../../errors/api-error.ts';
import { updateRecord } from '../../domain/records/write/change-record.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Storage = Awaited<ReturnType<typeof api.storage>>;
type Fields = Record<string, unknown>;

async function orders(bodies: readonly Fields[], change: Parameters<typeof api.storage>[1] = {}) {
  const storage = await api.storage('orders', change);
  for (let i = 0; i < bodies.length; i += 100) await api.call(storage.path, { body: bodies.slice(i, i + 100) });
  return storage;
}
const put = ({ path }: Storage, query: string, body: Fields, headers = {}) =>
  api.call(`${path}?${query}`, { method: 'PUT', body, headers });
const remove = ({ path }: Storage, query: string) => api.call(`${path}?${query}`, { method: 'DELETE' });
const count = async ({ path }: Storage, query = '') => (await api.call(`${path}/count?${query}`)).body.data.count;
const many = (n: number) => Array.from({ length: n }, (_, i) => ({ n: i, status: i % 2 ? 'open' : 'done' }));
async function finished({ path }: Storage, { job }: { job: RecordJob }) {
  let now = job;
  while (now.state === 'running') now = (await api.call(`${path}/jobs/${job.id}`)).body.data;
  return now;
}

test('an update by filter changes the records that match, and no other', async () => {
  const storage = await orders([{ status: 'open', n: 1 }, { status: 'open', n: 5 }, { status: 'done', n: 1 }, { n: 1 }]);
  const { status, body } = await put(storage, 'status=open&n<3', { status: 'late', tries: { $increment: 2 } });
  expect([status, body]).toMatchObject([
    200,
    { message: '1 record updated', data: { matched: 1, isExact: true, changed: 1, job: null, undo: null } },
  ]);
  expect(await count(storage, 'status=late&n=1&tries=2')).toBe(1);
  expect(await count(storage, 'status=late')).toBe(1);
});

test('a search or a time narrows a change as a field does, and says so beside all=true', async () => {
  const storage = await orders([{ status: 'open' }, { status: 'closed' }]);
  const since = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
  for (const [query, matched] of [
    ['search=closed', 1],
    [`createdAt>=${since}`, 2],
    [`createdAt<=${since}`, 0],
  ] as const) {
    expect([query, (await put(storage, query, { seen: query })).body.data]).toMatchObject([query, { matched }]);
    expect([query, (await put(storage, `${query}&all=true`, { seen: 'all' })).status]).toEqual([query, 400]);
  }
  expect(await count(storage, 'seen=all')).toBe(0);
  expect((await put(storage, '', { seen: 'all' })).status).toBe(400);
  expect((await put(storage, 'search=', { seen: 'all' })).status).toBe(400);
});

test('no filter sets passwords', async () => {
  const users = await api.storage('users');
  const ann = { username: 'ann', password: 'a-pass-word-1' };
  await api.call(users.path, { body: { ...ann, email: 'ann@example.test' } });
  for (const more of [{}, { nickname: 'A' }])
    expect(await put(users, 'username=ann', { password: 'a-pass-word-2', ...more })).toMatchObject({
      status: 400,
      body: { message: 'A password is set record by record, not by a filter.' },
    });
  expect((await api.call(`${users.path}/authenticate`, { body: ann })).status).toBe(200);
});

test('a delete by filter is a delete of each: to the trash with soft delete, for good without it or on demand', async () => {
  const soft = await orders(many(4), { is_softDelete: true });
  expect((await remove(soft, 'status=done')).body).toMatchObject({ message: '2 records deleted', data: { changed: 2 } });
  expect(await count(soft, 'deleted=only')).toBe(2);
  await remove(soft, 'n=1&permanent=true');
  expect([await count(soft), await count(soft, 'deleted=include')]).toEqual([1, 3]);
  const hard = await orders(many(4));
  await remove(hard, 'all=true');
  expect(await count(hard, 'deleted=include')).toBe(0);
});

describe('a change that may mean more than its author thinks is refused, and changes nothing', () => {
  test.each([
    ['', 'all'],
    ['all=false', 'all'],
    ['all=true&status=open', 'all'],
    ['all=yes', 'all'],
    ['ALL=true', 'ALL'],
    ['status=', 'status'],
    ['or=(status=,n=1)', 'status'],
    ['or=(statsu=open,n=1)', 'statsu'],
    ['all=true&or=(n=1,n=2)', 'all'],
    ['search=', 'search'],
    ['dateFrom=', 'dateFrom'],
    ['statsu!=open', 'statsu'],
    ['amount[gte]=1', 'amount[gte]'],
    ['n=gt.5', 'n'],
    ['status=open&dryrun=true', 'dryrun'],
    ['status=open&dry_run=true', 'dry_run'],
    ['status=open&dryRun=1', 'dryRun'],
    ['status=open&dryRun=true&dryRun=false', 'dryRun'],
    ['status=open&limit=1', 'limit'],
    ['status=open&page=2', 'page'],
    ['status=open&deleted=only', 'deleted'],
    ['is_deleted=false', 'all'],
    ['status=open&explain=true', 'explain'],
  ])('?%s', async (query, field) => {
    const storage = await orders(many(4), { is_softDelete: true });
    for (const answer of [await remove(storage, query), await put(storage, query, { status: 'x' })])
      expect([answer.status, (answer.body.error as { details: Fields[] }).details[0]?.field]).toEqual([400, field]);
    expect([await count(storage), await count(storage, 'status=x')]).toEqual([4, 0]);
  });

  test('an update of nothing, and of passwords', async () => {
    const storage = await orders(many(2));
    expect((await put(storage, 'status=open', {})).status).toBe(400);
    expect((await put(storage, 'status=open', { password: 'a-good-password' })).status).toBe(400);
    expect((await put(storage, 'status=open&permanent=true', { n: 1 })).status).toBe(400);
  });
});

test('a dry run counts, shows ten records as they would be, tells which refuse, and writes nothing', async () => {
  const storage = await orders(many(30));
  const schema = StorageSchema.parse({
    fields: { n: { type: 'number', max: 20 }, slot: { type: 'text' } },
    unique: [{ fields: ['slot'] }],
  });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, state: 'learn', schema },
  });
  await databaseOf(api.services.store).doc(`storages/${storage.id}`).update({ 'schema.state': 'enforce' });
  const before = (await api.call(`${storage.path}?limit=100`)).body.data;
  const { body } = await put(storage, 'status=open&n>=5&dryRun=true', { n: { $increment: 10 } });
  expect(body.data).toMatchObject({ matched: 13, isExact: true, tried: 13, refused: 10, isJob: false, canUndo: false });
  expect(body.data.refusals[0]).toEqual({ id: expect.any(String), message: expect.stringContaining('n must be') });
  expect(body.data.samples).toHaveLength(10);
  expect(body.data.samples.at(-1)).toMatchObject({ n: 11 });
  expect((await put(storage, 'status=open&dryRun=true', { slot: 'A' })).body.data).toMatchObject({ matched: 15, refused: 14 });
  expect((await remove(storage, 'status=open&dryRun=true')).body.data).toMatchObject({ matched: 15, refused: 0 });
  expect((await api.call(`${storage.path}?limit=100`)).body.data).toEqual(before);
  const refused = await put(storage, 'status=open', { slot: 'A' });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^records\[\w+\]: /)]);
  expect(await count(storage, 'slot!=null')).toBe(0);
});

test('more than a hundred records are a job, which one undo takes back', async () => {
  const storage = await orders(many(240), { history: 30 });
  const { body } = await put(storage, 'status=open&n>=2', { status: 'late', tries: { $increment: 1 } });
  expect(body).toMatchObject({ data: { matched: 119, isExact: true, undo: { storageId: storage.id, job: body.data.act } } });
  expect(await finished(storage, body.data)).toMatchObject({
    kind: 'changeMatching',
    state: 'done',
    seen: 119,
    changed: 119,
    kept: 0,
    total: 119,
  });
  expect(await count(storage, 'status=late&tries=1')).toBe(119);
  const undone = (await api.call('/api/undo', { body: body.data.undo })).body.data[0];
  while (undone.job.state === 'running') undone.job = (await api.call(`/api/undo/${storage.id}/${undone.job.id}`)).body.data;
  expect(undone.job).toMatchObject({ changed: 119, kept: 0 });
  expect([await count(storage, 'status=open'), await count(storage, 'tries!=null')]).toEqual([120, 0]);

  const deleted = (await remove(storage, 'n>=3')).body.data;
  expect(await finished(storage, deleted)).toMatchObject({ changed: 237 });
  expect(await count(storage)).toBe(3);
  const back = (await api.call('/api/undo', { body: deleted.undo })).body.data[0];
  while (back.job.state === 'running') back.job = (await api.call(`/api/undo/${storage.id}/${back.job.id}`)).body.data;
  expect(await count(storage)).toBe(240);
});

test('a small act is taken back as one as well', async () => {
  const storage = await orders(many(6), { history: 30 });
  const { undo } = (await put(storage, 'status=open', { status: 'late' })).body.data;
  const [{ job }] = (await api.call('/api/undo', { body: undo })).body.data;
  expect(job).toMatchObject({ state: 'done', changed: 3 });
  expect(await count(storage, 'status=open')).toBe(3);
});

test('a page that is repeated adds nothing twice, and records that refuse are counted and named', async () => {
  const storage = await orders([...many(150), { n: 'many', status: 'open' }]);
  const body = (await put(storage, 'status=open', { n: { $increment: 1000 } }, {})).body.data ?? {};
  expect(body).toEqual({}); // 76 records are one commit, and one of them refuses
  const started = (await put(storage, 'all=true', { n: { $increment: 1000 } })).body.data;
  const job = await finished(storage, started);
  expect(job).toMatchObject({
    seen: 151,
    changed: 150,
    kept: 1,
    refused: [{ message: expect.stringContaining('n holds no number') }],
    canUndo: true,
  });
  await databaseOf(api.services.store).doc(`recordJobs/${job.id}`).update({ state: 'running', after: null, finishedAt: null });
  await runJobs(api.services.records, jobKinds, Date.now() + 60_000);
  expect([await count(storage, 'n>=2000'), await count(storage, 'n>=1000')]).toEqual([0, 150]);
});

test('in warn a dry run tells of values that two of the records would share, as the change does', async () => {
  const storage = await orders(many(6));
  const schema = StorageSchema.parse({ fields: { slot: { type: 'text' } }, unique: [{ fields: ['slot'] }] });
  const path = { projectId: 'p1', storageId: storage.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'warn' } });
  const tried = await put(storage, 'status=open&dryRun=true', { slot: 'A' });
  const made = await put(storage, 'status=open', { slot: 'A' });
  const fieldsOf = ({ body }: typeof made) =>
    (body.warnings as { field: string; message: string }[] | undefined)?.map(({ field }) => field);
  expect([tried.body.data, made.body.data]).toMatchObject([
    { matched: 3, refused: 0 },
    { matched: 3, changed: 3 },
  ]);
  expect(fieldsOf(tried)).toHaveLength(2);
  expect(tried.body.warnings).toEqual(made.body.warnings);
});

test('a job says what a schema that warns finds in the records that it changes', async () => {
  const storage = await orders(many(150));
  const schema = StorageSchema.parse({ fields: { n: { type: 'number', max: 10 } } });
  const path = { projectId: 'p1', storageId: storage.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'warn' } });
  const job = await finished(storage, (await put(storage, 'all=true', { n: { $increment: 100 } })).body.data);
  expect(job).toMatchObject({ changed: 150, kept: 0 });
  expect(job.warnings).toHaveLength(20);
  expect(job.warnings?.[0]).toMatchObject({ field: expect.stringMatching(/^records\[\w+\]\.n$/), key: expect.any(String) });
  const fits = await finished(storage, (await put(storage, 'all=true', { n: 5 })).body.data);
  expect([fits.changed, fits.warnings]).toEqual([150, undefined]);
});

test('a call with an idempotency key is made once', async () => {
  const storage = await orders(many(4));
  const headers = { 'idempotency-key': `k-${storage.id}` };
  const [first, again] = [
    await put(storage, 'n>=1', { n: { $increment: 5 } }, headers),
    await put(storage, 'n>=1', { n: { $increment: 5 } }, headers),
  ];
  expect(again.body).toEqual({ ...first.body });
  expect(await count(storage, 'n>=10')).toBe(0);
});

test('a record that another writer changes meanwhile is looked at again', async () => {
  const storage = await orders(many(4));
  const [{ id }] = (await api.call(`${storage.path}?status=open`)).body.data;
  const row = await storage.read();
  await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => updateRecord(api.services.records, row, { id, fields: { note: i }, actor: 'other' })),
    put(storage, 'status=open', { status: 'late' }),
  ]);
  const record = (await api.call(`${storage.path}/dataId/${id}`)).body.data;
  expect(record).toMatchObject({ status: 'late', note: expect.any(Number) });
});

test('an app user changes own records alone, no closed field, and learns of no field that others have', async () => {
  const users = await api.storage('users');
  const password = 'a-good-password';
  const { id } = (await api.call(users.path, { body: { username: 'bob', password } })).body.data;
  const bearer = (await api.call(`${users.path}/authenticate`, { body: { username: 'bob', password } })).body.accessToken as string;
  const storage = await orders(
    [
      { userId: id, n: 1 },
      { userId: id, n: 2 },
      { userId: 'other', n: 1, secret: true },
    ],
    {
      endUserAccess: { read: 'own', write: 'own' },
    },
  );
  const call = (method: string, query: string, body?: Fields) => api.call(`${storage.path}?${query}`, { method, body, bearer });
  for (const query of ['secret!=true', 'nothing!=true', 'n=1&secret=null'])
    expect([query, (await call('DELETE', query)).body]).toMatchObject([
      query,
      { message: expect.stringContaining('None of your records') },
    ]);
  expect((await call('PUT', 'n=1', { role: 'admin' })).status).toBe(403);
  expect((await call('PUT', 'n=1', { userId: 'other' })).status).toBe(403);
  expect((await call('PUT', 'n=1', { done: true })).body.data).toMatchObject({ matched: 1, changed: 1 });
  expect((await call('DELETE', 'all=true')).body.data).toMatchObject({ changed: 2 });
  expect(await count(storage)).toBe(1);
  const closed = await orders(many(2), { endUserAccess: { read: 'all', write: 'none' } });
  expect((await api.call(`${closed.path}?all=true`, { method: 'DELETE', bearer })).status).toBe(403);
});

test('a job of a named key is seen by that key, and by no other one', async () => {
  const storage = await orders(many(130));
  const [own, other] = [await namedKey(api, { verbs: ['read', 'update'] }), await namedKey(api, { verbs: ['read', 'update'] })];
  const { job } = (await put(storage, 'all=true', { done: true }, own.headers)).body.data;
  const seenBy = async ({ headers }: typeof own) => (await api.call(`${storage.path}/jobs/${job.id}`, { headers })).status;
  expect([await seenBy(own), await seenBy(other)]).toEqual([200, 404]);
});

test('a job is seen by whoever began it and by the key pair of the account, in its own storage', async () => {
  const storage = await orders(many(130));
  const { job } = (await put(storage, 'all=true', { done: true })).body.data;
  expect((await api.call(`${storage.path}/jobs/${job.id}`)).status).toBe(200);
  const other = await orders([]);
  expect((await api.call(`${other.path}/jobs/${job.id}`)).status).toBe(404);
  await databaseOf(api.services.store).doc(`recordJobs/${job.id}`).update({ kind: 'reindex' });
  expect((await api.call(`${storage.path}/jobs/${job.id}`)).status).toBe(404);
});

test('a change whose records others are faster with five times is refused, and changes nothing', async () => {
  const storage = await orders([{ n: 1 }, { n: 2 }]);
  const { store } = api.services.records;
  const transaction = store.transaction.bind(store);
  let tried = 0;
  vi.spyOn(store, 'transaction').mockImplementation((work) => {
    tried += 1;
    return tried <= 5 ? Promise.reject(new ApiError('not-found', 'It has gone.')) : transaction(work);
  });
  const { status } = await put(storage, 'n>0', { seen: true });
  vi.restoreAllMocks();
  expect([status, tried, await count(storage, 'seen=true')]).toEqual([404, 5, 0]);
});
