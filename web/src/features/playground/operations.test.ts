import { expect, test } from 'vitest';
import { callOf } from './next-call.tsx';
import { type ApiCall, pathOf, samplesOf, withNamedKey } from './operations.ts';

const call: ApiCall = {
  operation: 'list',
  storageKey: 'orders',
  storageId: 's1',
  recordId: 'r 1',
  query: '?limit=5&status=open',
  body: '{"a":"it\'s"}',
  fieldName: 'photo',
};

test('the address follows the operation', () => {
  expect(pathOf(call)).toBe('/api/orders/s1?limit=5&status=open');
  expect(pathOf({ ...call, operation: 'create' })).toBe('/api/orders/s1');
  expect(pathOf({ ...call, operation: 'remove' })).toBe('/api/orders/s1/dataId/r%201');
  expect(pathOf({ ...call, operation: 'get', recordId: '' })).toBe('/api/orders/s1/dataId/{id}');
  expect(pathOf({ ...call, operation: 'upload' })).toBe('/api/orders/s1/dataId/r%201/upload?fieldName=photo');
});

test('samples name the project and the storage, and never a key', () => {
  const { curl, fetch, client } = samplesOf({ ...call, operation: 'create' }, 'p1', 'https://app.example.com');
  expect(curl).toContain(`-d '{"a":"it'\\''s"}'`);
  expect(curl).toContain('-H "X-Project-ID: p1"');
  expect(fetch).toContain("fetch('https://app.example.com/api/orders/s1'");
  expect(client).toContain("bedplate.storage('orders', 's1')");
  expect(client).toContain('storage.create({"a":"it\'s"})');
});

test('a query can be sent as it stands in each sample', () => {
  const query = 'filter[page]=3&title~oak mug&color=#fff&name=é';
  const { curl, fetch } = samplesOf({ ...call, query }, 'p1', 'https://x.test');
  expect(curl).toContain("'https://x.test/api/orders/s1?filter%5Bpage%5D=3&title~oak%20mug&color=%23fff&name=%C3%A9'");
  expect(fetch).toContain("fetch('https://x.test/api/orders/s1?filter[page]=3&title~oak mug&color=%23fff&name=é'");
  const twice = samplesOf({ ...call, query: 'tags=a&tags=b' }, 'p1', 'https://x.test');
  expect(twice.client).toBe(twice.fetch);
});

test('query parameters become the client’s options', () => {
  expect(samplesOf(call, 'p1', 'https://x.test').client).toContain('list({"where":{"status":"open"},"limit":5})');
});

test('with a named key a sample asks for no secret, also where the key is left to be filled in', () => {
  const samples = samplesOf({ ...call, operation: 'create' }, 'p1', 'https://x.test');
  for (const apiKey of ['bpk_1', null]) {
    for (const sample of Object.values(withNamedKey(samples, apiKey))) {
      expect(sample).not.toMatch(/secret/i);
      expect(sample).toContain(apiKey ?? 'BEDPLATE_API_KEY');
    }
  }
});

test.each([
  ['notes', '{ "title": "Hello" }'],
  ['users', '{ "username": "ada", "password": "quiet-Harbour-27" }'],
])('the first call of a storage with the key %s sends what it takes', (storageKey, body) => {
  expect(callOf('create', { id: 's1', storageKey }).body).toBe(body);
});
