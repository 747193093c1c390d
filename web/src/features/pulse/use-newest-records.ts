import { decodeFields, type Json } from '@bedplate/contract';
import { useEffect, useState } from 'react';
import { followNewest } from '../../lib/live/follow-newest.ts';
import { millisOf } from '../../lib/live/millis-of.ts';

export interface NewestRecord {
  id: string;
  storageId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  fields: Record<string, Json>;
}

/**
 * Follows the newest record of some storages; each costs a listener of one document.
 * @returns the newest first; undefined until every storage has answered once
 */
export function useNewestRecords(storageIds: readonly string[]): NewestRecord[] | undefined {
  const [known, setKnown] = useState<ReadonlyMap<string, NewestRecord | null>>(new Map());
  const followed = storageIds.join(' '); // by value: each reading of the list makes new rows
  useEffect(() => {
    const ids = followed.split(' ').filter(Boolean);
    return followNewest(ids, (storageId, newest) =>
      setKnown((before) => new Map(before).set(storageId, newest ? recordOf(storageId, newest) : null)),
    );
  }, [followed]);
  if (!storageIds.every((id) => known.has(id))) return undefined;
  return storageIds.flatMap((id) => known.get(id) ?? []).sort((a, b) => b.createdAt - a.createdAt);
}

function recordOf(storageId: string, { id, data }: { id: string; data: Record<string, unknown> }): NewestRecord {
  const { createdAt, data: fields } = data;
  return {
    id,
    storageId,
    createdAt: millisOf(createdAt),
    fields: typeof fields === 'object' && fields !== null ? decodeFields({ ...fields }) : {},
  };
}
