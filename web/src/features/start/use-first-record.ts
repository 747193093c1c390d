import type { Storage } from '@bedplate/contract';
import { useEffect, useState } from 'react';
import { subscribeLive } from '../../lib/live/live-registry.ts';

/** Those whose first record is waited for; each costs a listener of one document. */
const followedMax = 5;

export interface FirstRecord {
  storage: Storage;
  /** The record's fields. */
  data: unknown;
}

/**
 * Follows the newest record of the first storages.
 * @returns `isEmpty` once every one of them is known to hold nothing, which stays so when a record comes; `record` is the newest one
 */
export function useFirstRecord(storages: readonly Storage[]): { isEmpty: boolean; record: FirstRecord | null } {
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const [record, setRecord] = useState<FirstRecord | null>(null);
  const followed = storages.slice(0, followedMax);
  const key = JSON.stringify(followed); // by value: each reading of the list makes new rows
  useEffect(() => {
    const ends = (JSON.parse(key) as Storage[]).map((storage) =>
      subscribeLive({
        // Ids sort the newest first, so the first one is the newest record.
        query: { path: `storages/${storage.id}/records`, limit: 1 },
        onSnapshot: ({ docs: [newest] }) => {
          if (newest) setRecord({ storage, data: newest.data['data'] });
          else setEmpty((before) => new Set([...before, storage.id]));
        },
        onState: () => {},
      }),
    );
    return () => ends.forEach((end) => end());
  }, [key]);
  return { isEmpty: followed.every(({ id }) => empty.has(id)), record };
}
