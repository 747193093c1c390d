import { vi } from 'vitest';
import type { Store } from '../src/store/access.ts';

/**
 * Fails one commit or transaction of a store, and none before or after it, until `vi.restoreAllMocks()`.
 * @param nth which one, counted from now @param error by default what nobody expects: Firestore is away
 * @returns the error
 */
export function awayAt(store: Store, nth = 1, error: Error = Object.assign(new Error('Firestore is away.'), { code: 14 })): Error {
  let made = 0;
  const failsNow = () => {
    made += 1;
    return made === nth;
  };
  const [commit, transaction] = [store.commit.bind(store), store.transaction.bind(store)];
  vi.spyOn(store, 'commit').mockImplementation((writes) => (failsNow() ? Promise.reject(error) : commit(writes)));
  vi.spyOn(store, 'transaction').mockImplementation((work) => (failsNow() ? Promise.reject(error) : transaction(work)));
  return error;
}
