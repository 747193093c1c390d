import { documentPath } from './model/collection.ts';
import type { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices, storeOn } from '../../test/data-services.ts';
import type { Store } from './access.ts';
import { update } from './model/writes.ts';

const unavailable = 14;
let data: Awaited<ReturnType<typeof startDataServices>>;
let store: Store;
let firestore: Firestore;

beforeAll(async () => {
  data = await startDataServices();
  firestore = databaseOf(data.services.store);
  store = storeOn(firestore); // without REST
});
afterAll(() => data.stop());

test('of two transactions that meet, the one that gives way goes again before the SDK would rest for a second', async () => {
  await firestore.doc('met/one').set({ count: 0 });
  const asked = vi.spyOn(firestore, 'runTransaction');
  const bothRead = meeting(2);
  const add = () =>
    store.transaction(async (tx) => {
      const row = await tx.get(documentPath<{ count: number }>('met/one'));
      await bothRead();
      tx.write(update('met/one', { count: (row?.data.count ?? 0) + 1 }));
    });
  await Promise.all([add(), add()]);
  expect((await firestore.doc('met/one').get()).get('count')).toBe(2);
  expect(asked.mock.calls.length).toBeGreaterThan(2);
  expect(asked.mock.calls.filter(([, options]) => options === undefined)).toEqual([]); // the SDK's own tries
  asked.mockRestore();
});

test('what passes by itself is left to the pauses of the SDK', async () => {
  const failing = vi.spyOn(firestore, 'runTransaction');
  failing.mockRejectedValueOnce(Object.assign(new Error('The service is unavailable.'), { code: unavailable }));
  expect(await store.transaction(async () => 'done')).toBe('done');
  expect(failing.mock.calls.map(([, options]) => options)).toEqual([{ maxAttempts: 1 }, undefined]);
  failing.mockRestore();
});

test('work that fails runs once', async () => {
  const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('No.')));
  await expect(store.transaction(work)).rejects.toThrow('No.');
  expect(work).toHaveBeenCalledTimes(1);
});

/** A place where everybody waits until all are there. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) resolve();
    return promise;
  };
}
