import { expect, test } from 'vitest';
import { type ApiCall, pathOf, samplesOf } from './operations.ts';

const call: ApiCall = {
  operation: 'list',
  storageKey: 'orders',
  storageId: 's1',
  recordId: 'r 1',
  query: '?limit=5&status=open',
  body: '{"a":"it\'s"}',
};

test('the address follows the operation', () => {
  expect(pathOf(call)).toBe('/api/orders/s1?limit=5&status=open');
  expect(pathOf({ ...call, operation: 'create' })).toBe('/api/orders/s1');
  expect(pathOf({ ...call, operation: 'remove' })).toBe('/api/orders/s1/dataId/r%201');
});

test('samples name the project and the storage, and never a key', () => {
  const { curl, fetch, client } = samplesOf({ ...call, operation: 'create' }, 'p1', 'https://app.example.com');
  expect(curl).toContain(`-d '{"a":"it'\\''s"}'`);
  expect(curl).toContain('-H "X-Project-ID: p1"');
  expect(fetch).toContain("fetch('https://app.example.com/api/orders/s1'");
  expect(client).toContain("bedplate.storage('orders', 's1')");
  expect(client).toContain('storage.create({"a":"it\'s"})');
});

test('query parameters become the client’s options', () => {
  expect(samplesOf(call, 'p1', 'https://x.test').client).toContain('list({"where":{"status":"open"},"limit":5})');
});
