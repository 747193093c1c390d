import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('people'));
  const body = [{ n: 1, address: { city: 'Bern', at: { lat: 1 } } }, { n: 2, address: { city: 'Basel' } }, { n: 3 }];
  await api.call(path, { body });
});
afterAll(() => api.stop());

test.each([
  ['address=null', '3'],
  ['address!=null', '21'],
  ['address=', '3'],
  ['address!=x', '321'],
  ['address.at=null', '32'],
  ['address.at!=null', '1'],
  ['address!=null&dateFrom=2020-01-01', '21'],
  ['address>5', ''],
  ['nowhere!=null', ''],
  ['nowhere=null', '321'],
])('a field that holds fields in every record is no missing one: %s', async (query, expected) => {
  const { data, pagination } = (await api.call(`${path}?${query}`)).body;
  expect(data.map(({ n }: { n: number }) => n).join('')).toBe(expected);
  expect(pagination).toMatchObject({ totalItems: expected.length, totalIsExact: true });
  expect((await api.call(`${path}/count?${query}`)).body.data).toEqual({ count: expected.length, isExact: true });
});

test.each([
  ['an object', { login: { password: 'a-secret-word-1' } }, 'login.password'],
  ['an object, as digits', { login: { password: 4711 } }, 'login.password'],
  ['a list', { logins: [{ name: 'a' }, { password: 'a-secret-word-1' }] }, 'logins.1.password'],
  ['an object, in other letters', { login: { PASSWORD: 'a-secret-word-1' } }, 'login.PASSWORD'],
  ['a column of a spreadsheet', { Password: 'a-secret-word-1' }, 'Password'],
  ['a name with a letter that nobody sees', { 'pass\u200Bword': 'a-secret-word-1' }, 'pass\u200Bword'],
  ['a column of two words', { 'Pass Word ': 'a-secret-word-1' }, 'Pass Word '],
])('a password inside of %s is refused by its path, whichever way it comes, and nothing is stored', async (_, fields, field) => {
  const { id: storageId, path } = await api.storage('logins');
  const { body } = await api.call(path, { body: { title: 'Oak', schema: { password: { type: 'string' }, login: null } } });
  const { id } = body.data;
  const refused = [
    await api.call(path, { body: fields }),
    await api.call(`${path}/dataId/${id}`, { method: 'PUT', body: fields }),
    await api.call('/api/batch', { body: { writes: [{ op: 'create', storageId, data: fields }] } }),
    await api.call(`${path}/import`, { body: JSON.stringify([fields]), headers: { 'content-type': 'application/json' } }),
  ];
  for (const { status, text } of refused) {
    expect(status).toBe(400);
    expect(text).toContain(field);
  }
  const { data } = (await api.call(path)).body;
  expect(data).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain('a-secret-word-1');
});
