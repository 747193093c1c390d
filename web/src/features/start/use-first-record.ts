import { useEffect, useState } from 'react';
import { followNewest } from '../../lib/live/follow-newest.ts';

/** Storages whose first record is waited for; each costs a listener of one document. Who has more of them is no newcomer. */
export const followedMax = 5;

export interface FirstRecord {
  storageId: string;
  /** The record's fields. */
  data: unknown;
}

/**
 * Follows the newest record of some storages.
 * @returns `isEmpty` once every one of them is known to hold nothing, which stays so when a record comes; `record` is the newest one
 */
export function useFirstRecord(storageIds: readonly string[]): { isEmpty: boolean; record: FirstRecord | null } {
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const [record, setRecord] = useState<FirstRecord | null>(null);
  const followed = storageIds.join(' '); // by value: each reading of the list makes new rows
  useEffect(() => {
    const ids = followed.split(' ').filter(Boolean);
    return followNewest(ids, (storageId, newest) => {
      if (newest) setRecord({ storageId, data: newest.data['data'] });
      else setEmpty((before) => new Set([...before, storageId]));
    });
  }, [followed]);
  return { isEmpty: storageIds.every((id) => empty.has(id)), record };
}
