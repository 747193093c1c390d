import { expect, expectTypeOf, test, vi } from 'vitest';
import { createClient } from '../bedplate.ts';
import type { BatchWrite } from '../records/changes.ts';
import { largestForm } from './upload.ts';
import type { AggregateGroup, AggregateTotals } from './storage.ts';

interface Part {
  name: string;
  stock: number;
  tags: string[];
}

/** A server that gives these answers in turn and keeps what it was asked. */
function server(...answers: { status?: number; body?: object }[]) {
  const seen: { call: string; headers: Headers; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { status = 200, body = { success: true, data: {} } } = answers[seen.length] ?? {};
    const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : init?.body;
    seen.push({ call: `${init?.method} ${decodeURIComponent(String(url))}`, headers: new Headers(init?.headers), body: sent });
    return new Response(JSON.stringify(body), { status });
  };
  const client = createClient({ endpoint: 'http://a', projectId: 'p', fetch, retries: 0 });
  return { client, seen, parts: client.storage<Part>('parts', 's1'), calls: () => seen.map(({ call }) => call) };
}
const one = 'http://a/api/parts/s1/dataId';

test('an update takes operators and a precondition, an upsert an id of the app', async () => {
  const { parts, seen, calls } = server();
  const ifUpdatedAt = '2026-01-01T00:00:00.000Z';
  await parts.update('r1', { stock: { $increment: -1 }, tags: { $append: 'new' }, name: null }, { ifUpdatedAt });
  await parts.upsert('part-1', { name: 'Bolt' });
  await parts.delete('part-1', { permanent: true, ifUpdatedAt });
  expect(calls()).toEqual([
    `PUT ${one}/r1?ifUpdatedAt=${ifUpdatedAt}`,
    `PUT ${one}/part-1?upsert=true`,
    `DELETE ${one}/part-1?permanent=true&ifUpdatedAt=${ifUpdatedAt}`,
  ]);
  await parts.delete('r1', { permanent: false, ifUpdatedAt: '' }); // a precondition is never dropped: the server refuses this one
  expect(calls()[3]).toBe(`DELETE ${one}/r1?ifUpdatedAt=`);
  expect(seen[0]?.body).toEqual({ stock: { $increment: -1 }, tags: { $append: 'new' }, name: null });
  // @ts-expect-error no such operator
  expectTypeOf(parts.update).toBeCallableWith('r', { stock: { $double: 1 } });
});

test('what cannot be sent is a refusal of the call, not an exception before it', async () => {
  const { parts, calls } = server();
  const odd = { where: { stock: { over: 5 } } as object };
  const refused = { name: 'BedplateError', code: 'invalid-argument' };
  await expect(parts.list(odd)).rejects.toMatchObject(refused);
  await expect(parts.count(odd)).rejects.toMatchObject(refused);
  await expect(parts.aggregate({ op: ['count'], ...odd })).rejects.toMatchObject(refused);
  await expect(parts.create({ name: 'x', stock: 1n as unknown as number, tags: [] })).rejects.toMatchObject(refused);
  expect(calls()).toEqual([]);
});

test('each gives all records, page after page', async () => {
  const page = (id: string, nextCursor: string | null) => ({ body: { success: true, data: [{ id }], pagination: { nextCursor } } });
  const { parts, calls } = server(page('a', 'c1'), page('b', null));
  const ids: string[] = [];
  for await (const { id } of parts.each({ where: { stock: { gt: 0 } } })) ids.push(id);
  expect(ids).toEqual(['a', 'b']);
  expect(calls()).toEqual(['GET http://a/api/parts/s1?limit=100&stock=>0', 'GET http://a/api/parts/s1?limit=100&cursor=c1&stock=>0']);
});

test('expand brings other records along, in lists and with one record', async () => {
  const { parts, calls } = server();
  const maker = 'maker(fields=name)';
  const { data } = await parts.list<{ maker: { name: string } }>({ expand: [maker, 'orders(by=part;limit=5)'], limit: 5 });
  const part = await parts.get<{ maker: { name: string } }>('r1', { expand: maker });
  const plain = await parts.get('r1', { signal: new AbortController().signal });
  expect(calls()).toEqual([
    `GET http://a/api/parts/s1?limit=5&expand=${maker},orders(by=part;limit=5)`,
    `GET ${one}/r1?expand=${maker}`,
    `GET ${one}/r1`,
  ]);
  expectTypeOf(data).items.toHaveProperty('expand').toEqualTypeOf<{ maker: { name: string } }>();
  expectTypeOf(part).toHaveProperty('expand').toEqualTypeOf<{ maker: { name: string } }>();
  expectTypeOf(plain).not.toHaveProperty('expand');
});

test('totals name their operations, group and filters; a batch its writes', async () => {
  const { parts, client, seen, calls } = server();
  const groups = await parts.aggregate({ op: ['count', 'sum:stock'], groupBy: 'name', where: { stock: { gt: 0 } } });
  expectTypeOf(groups.data).toEqualTypeOf<AggregateGroup[]>();
  expectTypeOf(() => parts.aggregate({ op: ['count'] }))
    .returns.resolves.toHaveProperty('data')
    .toEqualTypeOf<AggregateTotals>();
  await client.batch([{ op: 'delete', storageId: 's1', id: 'r1' }]);
  expect(calls()).toEqual(['GET http://a/api/parts/s1/aggregate?op=count,sum:stock&groupBy=name&stock=>0', 'POST http://a/api/batch']);
  expect(seen[1]?.body).toEqual({ writes: [{ op: 'delete', storageId: 's1', id: 'r1' }] });
});

test('totals take paths into objects and the times of the records', async () => {
  const { client, calls } = server();
  const crates = client.storage<{ name: string; size: { w: number } }>('crates', 's2');
  await crates.aggregate({ op: ['sum:size.w', 'max:updatedAt'], groupBy: 'size.w' });
  await crates.aggregate({ op: ['count'], groupBy: 'createdAt' });
  await crates.aggregate({ op: ['count'], groupBy: 'week:updatedAt' });
  const { data } = await crates.aggregate({ op: ['count'], groupBy: ['month', 'size.w'] });
  expectTypeOf(data[0]?.group).toEqualTypeOf<[string | number | boolean | null, string | number | boolean | null] | undefined>();
  expect(calls()).toEqual([
    'GET http://a/api/crates/s2/aggregate?op=sum:size.w,max:updatedAt&groupBy=size.w',
    'GET http://a/api/crates/s2/aggregate?op=count&groupBy=createdAt',
    'GET http://a/api/crates/s2/aggregate?op=count&groupBy=week:updatedAt',
    'GET http://a/api/crates/s2/aggregate?op=count&groupBy=month,size.w',
  ]);
  // @ts-expect-error no such field in the object
  await crates.aggregate({ op: ['sum:size.h'] });
  // @ts-expect-error times have no sum
  await crates.aggregate({ op: ['sum:createdAt'] });
  // @ts-expect-error no such field
  await crates.aggregate({ op: ['count'], groupBy: 'colour' });
  // @ts-expect-error no such field
  await crates.aggregate({ op: ['count'], groupBy: 'month:colour' });
});

test('a write of a batch names its storage by id or by key', async () => {
  const { client, seen } = server();
  const writes: BatchWrite[] = [
    { op: 'create', storageKey: 'parts', data: { name: 'Bolt' } },
    { op: 'update', storageKey: 'parts', storageId: 's1', id: 'r1', data: {} },
    { op: 'delete', storageId: 's1', id: 'r2', ifExists: true },
  ];
  await client.batch(writes);
  expect(seen[0]?.body).toEqual({ writes });
  // @ts-expect-error neither
  await client.batch([{ op: 'restore', id: 'r1' }]);
});

const film = new File([new Uint8Array(largestForm + 1)], 'film.mp4', { type: 'video/mp4' });
const begun = { body: { success: true, data: { uploadId: 'u1', uploadUrl: 'http://store/x' } } };

test('a large file goes straight to the file store, and is put into its field then', async () => {
  const { parts, seen, calls } = server(begun, {}, { body: { success: true, url: 'http://store/film' } });
  expect(await parts.upload('r1', 'name', film)).toMatchObject({ url: 'http://store/film' });
  expect(calls()).toEqual([`POST ${one}/r1/upload-url?fieldName=name`, 'PUT http://store/x', `POST ${one}/r1/upload-complete`]);
  expect(seen[0]?.body).toEqual({ name: 'film.mp4', size: largestForm + 1, type: 'video/mp4' });
  expect(seen[1]?.body).toBe(film);
  expect([...(seen[1]?.headers.keys() ?? [])]).toEqual([]);
});

test('a file gets the time that it takes on a slow line, other calls the usual one', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { parts } = server();
  await parts.upload('r1', 'name', new Blob([new Uint8Array(320_000)]));
  await parts.get('r1');
  const limits = timers.mock.calls.map(([, delay]) => delay).filter((delay) => delay !== undefined && delay >= 30_000);
  timers.mockRestore();
  expect(limits).toEqual([40_000, 30_000]);
});

test('an upload that breaks off on the way fails', async () => {
  const { parts, calls } = server(begun, { status: 503 });
  await expect(parts.upload('r1', 'name', film)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(calls().slice(2)).toEqual([`POST ${one}/r1/upload-cancel`]);
});

test('an app user’s session is renewed and ended, and a password reset', async () => {
  const tokens = { success: true, data: { id: 'u' }, accessToken: 'a', expiresIn: 3600, refreshToken: 'r2' };
  const { client, seen, calls } = server({ body: tokens });
  const people = client.users('us');
  expect(await people.refresh('r1')).toEqual({ user: { id: 'u' }, accessToken: 'a', expiresIn: 3600, refreshToken: 'r2' });
  await people.logout('r2');
  await people.forgotPassword({ email: 'a@b.co' });
  await people.resetPassword('code', 'new');
  expect(calls()).toEqual(['refresh', 'logout', 'forgot-password', 'reset-password'].map((call) => `POST http://a/api/users/us/${call}`));
  expect(seen[3]?.body).toEqual({ token: 'code', password: 'new' });
});

test('a reset of a password whose answer is lost is not sent again: its code would be unknown the second time', async () => {
  const calls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    calls.push(String(url));
    throw new TypeError('cut');
  };
  const people = createClient({ endpoint: 'http://a', projectId: 'p', fetch, retries: 2 }).users('us');
  await expect(people.resetPassword('code', 'new')).rejects.toMatchObject({ code: 'network' });
  await expect(people.forgotPassword({ email: 'a@b.co' })).rejects.toMatchObject({ code: 'network' });
  expect(calls).toEqual(['http://a/api/users/us/reset-password', 'http://a/api/users/us/forgot-password']);
});

test('a change by filter says its conditions, or that it means all records', async () => {
  const { parts, seen, calls } = server();
  await parts.updateWhere({ where: { stock: { lt: 5 } }, search: 'bolt' }, { tags: ['low'] });
  await parts.deleteWhere({ where: { name: 'Nut' } }, { dryRun: true });
  await parts.deleteWhere({ all: true }, { permanent: true });
  await parts.changeJob('j1');
  const list = 'http://a/api/parts/s1';
  expect(calls()).toEqual([
    `PUT ${list}?search=bolt&stock=<5`,
    `DELETE ${list}?name=Nut&dryRun=true`,
    `DELETE ${list}?all=true&permanent=true`,
    `GET ${list}/jobs/j1`,
  ]);
  expect(seen[0]?.body).toEqual({ tags: ['low'] });
});

test.each([
  ['a condition', { name: 'Nut', stock: undefined }],
  ['a part of one', { stock: { lt: 5, gte: undefined } }],
  ['all of one', { stock: {} }],
])('a change by filter is not sent when %s is undefined', async (_, where) => {
  const { parts, calls } = server();
  await expect(async () => parts.deleteWhere({ where })).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(calls()).toEqual([]);
});

test('a field with the name of a parameter of such a change is a condition all the same', async () => {
  const { client, calls } = server();
  await client.storage<{ all: string }>('parts', 's1').deleteWhere({ where: { all: 'true' } });
  expect(calls()).toEqual(['DELETE http://a/api/parts/s1?filter[all]=true']);
});
