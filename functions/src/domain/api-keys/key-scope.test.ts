import { reservedStorageKeys } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { expect, test } from 'vitest';
import { mayRead, placeOf, requirePlace, requireScope, requireUsable } from './key-scope.ts';

const reader = { name: 'Reader', storages: ['s1'], verbs: ['read' as const] };
const all = { name: 'All', storages: ['*'], verbs: ['read' as const, 'create' as const] };

test.each([
  ['GET', '/orders/s1', 'read'],
  ['GET', '/orders/s1/count', 'read'],
  ['POST', '/orders/s1', 'create'],
  ['PUT', '/orders/s1/dataId/r1', 'update'],
  ['PATCH', '/orders/s1/dataId/r1', 'update'],
  ['DELETE', '/orders/s1/dataId/r1', 'delete'],
  ['POST', '/orders/s1/dataId/r1/restore', 'update'],
  ['POST', '/orders/s1/dataId/r1/upload', 'update'],
  ['POST', '/users/s1/authenticate', 'authenticate'],
  ['POST', '/files/s1', 'create'],
] as const)('%s %s needs the verb %s', (method, path, verb) => {
  expect(placeOf(method, path)).toEqual({ verb, storageId: 's1' });
});

test('calls that name no storage stay closed to named keys', () => {
  for (const path of ['/', '/x', ...reservedStorageKeys.map((key) => `/${key}/s1`)]) {
    const place = placeOf('GET', path);
    expect(place.storageId).toBeNull();
    expect(() => requirePlace({ scope: all }, path, place)).toThrow('does not allow the call');
    expect(() => requirePlace({}, path, place)).not.toThrow();
  }
});

test('calls that check each storage themselves are let through', () => {
  for (const path of ['/batch', '/livesync/token', '/openapi.json', '/types.d.ts'])
    expect(() => requirePlace({ scope: reader }, path, placeOf('POST', path))).not.toThrow();
});

test('verb and storage must both be named', () => {
  expect(() => requireScope(reader, 'read', 's1')).not.toThrow();
  expect(() => requireScope(reader, 'read', 's2')).toThrow('the storage "s2"');
  expect(() => requireScope(reader, 'create', 's1')).toThrow('the verb "create"');
  expect(() => requireScope(all, 'create', 's2')).not.toThrow();
  expect(() => requireScope(undefined, 'delete', 's2')).not.toThrow();
});

test('an answer shows records to a key that reads in their storage, and to the pair of the account', () => {
  const writer = { name: 'Writer', storages: ['s1'], verbs: ['create' as const] };
  expect([mayRead(reader, 's1'), mayRead(reader, 's2'), mayRead(writer, 's1'), mayRead(all, 's2'), mayRead(undefined, 's1')]).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});

test('a key is used until it ends, by the pages that it names', () => {
  const isUsable = (end: number | null, origins: string[], origin: string | undefined) => {
    const expiresAt = end === null ? null : Timestamp.fromMillis(end);
    const key = { name: 'Page', origins, expiresAt } as unknown as Parameters<typeof requireUsable>[0]; // what is asked of one
    try {
      requireUsable(key, origin, 1000);
      return true;
    } catch {
      return false;
    }
  };
  const [a, b] = ['https://a.example', 'https://b.example'];
  expect([isUsable(null, [], undefined), isUsable(1001, [], undefined), isUsable(null, [], a), isUsable(null, [a], a)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const refused = [isUsable(1000, [], undefined), isUsable(1000, [a], a), isUsable(null, [a], b), isUsable(null, [a], undefined)];
  expect(refused).toEqual([false, false, false, false]);
});

test('an encoded id is not taken for the one it stands for', () => {
  expect(() => requirePlace({ scope: reader }, '/orders/%731', placeOf('GET', '/orders/%731'))).toThrow('the storage');
});
