import { expect, test } from 'vitest';
import { figureOf, sourceFiles } from '../../test/source-figures.ts';
import { createCache, createStorageCaches } from './cache.ts';

/** Every cache of an instance: where it is made, and the figure or the name of a constant that it is given. */
function madeCaches(): [file: string, entries: number][] {
  return sourceFiles().flatMap(({ file, code }) =>
    [...code.matchAll(/(?:createCache|createStorageCaches|\.cache)(?:<[^(]*>)?\(\{[^}]*\bmax: (\w+)/g)].map(
      ([, max = '']): [string, number] => [file, figureOf(max, code)],
    ),
  );
}

/** Entries are small: hashes, counts, callers and rules. An instance has 512 MiB for all of it. */
test('an instance remembers so many of each at most', () => {
  expect(madeCaches()).toEqual([
    ['crypto/key-pair.ts', 10_000],
    ['domain/accounts/credentials.ts', 1_000],
    ['domain/accounts/sessions.ts', 10_000],
    ['domain/app-users/provider-client.ts', 100],
    ['domain/grants/stored-grants.ts', 500],
    ['domain/livesync/livesync-token.ts', 10_000],
    ['domain/rate-limits/rate-limiter.ts', 20_000],
    ['domain/records/index/plain-value.ts', 5_000],
    ['domain/records/query/begin-reindex.ts', 5_000],
    ['domain/records/schema/field-pattern.ts', 500],
    ['domain/records/schema/next-numbers.ts', 500],
    ['domain/records/schema/storage-rules.ts', 500],
    ['domain/requests/sampler.ts', 10_000],
    ['domain/spend/key-alarm.ts', 10_000],
    ['domain/usage/credit-alerts.ts', 10_000],
    ['http/client-address.ts', 1_000],
    ['http/log-requests.ts', 500],
    ['memory/instance-memory.ts', 1_000],
    ['memory/instance-memory.ts', 1_000],
    ['memory/list-cache.ts', 50],
    ['memory/list-cache.ts', 1_000],
    ['memory/shared-totals.ts', 200],
    ['store/recent-rows.ts', 1_000],
  ]);
});

test('a cache has no more entries than it is given, and the least recently used one goes', () => {
  const cache = createCache<number>({ max: 2, isOff: false });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('a thousand storages have caches', () => {
  const caches = createStorageCaches<number>({ max: 1 });
  for (let i = 0; i <= 1000; i += 1) caches.of(`storage${i}`);
  expect(caches.known('storage0')).toBeUndefined();
  expect(caches.known('storage1')).toBeDefined();
});
