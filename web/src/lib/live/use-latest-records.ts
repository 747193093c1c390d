import { storagePathOf } from '../storage-path.ts';
import { type DataRecord, decodeFields, type Json, systemFields } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { type LiveState, subscribeLive } from './live-registry.ts';
import { millisOf } from './millis-of.ts';

export interface LatestRecord {
  id: string;
  storageId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** As `createdAt` until somebody changes it. */
  updatedAt: number;
  fields: Record<string, Json>;
}

export interface LatestRecords {
  /** By storage: the record that was made or changed last, null for a storage without records. One that has not answered is missing. */
  latest: ReadonlyMap<string, LatestRecord | null>;
  /** Whether LiveSync is silent and the list could not be read either. */
  hasFailed: boolean;
  /** How LiveSync stands for the storage that it serves worst. */
  state: LiveState;
}

/** LiveSync answers within a second; one that takes longer is taken as silent. Milliseconds. */
const patience = 4000;
/** How often the records are read while LiveSync is silent; milliseconds. */
const rereadAfter = 15_000;

/**
 * Follows the record of some storages of a project that was made or changed last; each costs a listener of one document.
 * While LiveSync is silent, they are read from time to time: a page must not wait for it for ever.
 */
export function useLatestRecords(projectId: string, storageIds: readonly string[]): LatestRecords {
  const { live, state } = useLiveLatest(storageIds);
  const isSilent = silent.has(state);
  const read = useQuery({
    queryKey: ['latest-records', projectId, ...storageIds],
    queryFn: async ({ signal }) =>
      new Map(await Promise.all(storageIds.map(async (id) => [id, await readLatest(projectId, id, signal)] as const))),
    enabled: isSilent,
    refetchInterval: rereadAfter,
  });
  const latest = isSilent ? new Map([...live, ...(read.data ?? [])]) : live;
  return { latest, hasFailed: isSilent && read.isError && latest.size < storageIds.length, state };
}

/** The worst first. */
const states: readonly LiveState[] = ['signed-out', 'offline', 'catching-up', 'connecting', 'live'];
/** In these nothing arrives. */
const silent: ReadonlySet<LiveState> = new Set(['signed-out', 'offline']);

/** @returns what LiveSync has told so far, and how it stands for the storage that it serves worst */
function useLiveLatest(storageIds: readonly string[]) {
  const [live, setLive] = useState<LatestRecords['latest']>(new Map());
  const [told, setTold] = useState<ReadonlyMap<string, LiveState>>(new Map());
  const followed = storageIds.join(' '); // by value: each reading of the list makes new rows
  useEffect(() => {
    const ids = followed.split(' ').filter(Boolean);
    const mark = (id: string, state: LiveState) =>
      setTold((before) => (before.get(id) === state ? before : new Map(before).set(id, state)));
    // Until it answers, one that is silent stays so.
    const catchUp = (id: string) =>
      setTold((before) => (silent.has(before.get(id) ?? 'connecting') ? before : new Map(before).set(id, 'catching-up')));
    const ends = ids.map((storageId) => {
      const timer = setTimeout(() => mark(storageId, 'offline'), patience);
      const hear = () => {
        clearTimeout(timer);
        mark(storageId, 'live');
      };
      const end = subscribeLive({
        query: { path: `storages/${storageId}/records`, orderBy: [['updatedAt', 'desc']], limit: 1 },
        onSnapshot: ({ docs: [latest] }) => {
          hear();
          setLive((before) => new Map(before).set(storageId, latest ? liveRecord(storageId, latest) : null));
        },
        onState: (state) => {
          if (state === 'live') hear();
          if (state === 'catching-up') catchUp(storageId);
          if (silent.has(state)) mark(storageId, state);
        },
      });
      return () => {
        clearTimeout(timer);
        end();
      };
    });
    return () => {
      for (const end of ends) end();
      setTold(new Map());
    };
  }, [followed]);
  const state = states.find((one) => storageIds.some((id) => (told.get(id) ?? 'connecting') === one)) ?? 'connecting';
  return { live, state };
}

function liveRecord(storageId: string, { id, data }: { id: string; data: Record<string, unknown> }): LatestRecord {
  const { createdAt, updatedAt, data: fields } = data;
  return {
    id,
    storageId,
    createdAt: millisOf(createdAt),
    updatedAt: millisOf(updatedAt),
    fields: typeof fields === 'object' && fields !== null ? decodeFields({ ...fields }) : {},
  };
}

const setByServer: ReadonlySet<string> = new Set(systemFields);

async function readLatest(projectId: string, storageId: string, signal: AbortSignal): Promise<LatestRecord | null> {
  const { data } = await api.get<{ data: DataRecord[] }>(storagePathOf({ projectId, storageId }), {
    query: { page: 1, limit: 1, sortBy: 'updatedAt', sortOrder: 'DESC' },
    signal,
  });
  const [record] = data;
  if (!record) return null;
  const fields = Object.entries(record).filter((entry): entry is [string, Json] => !setByServer.has(entry[0]) && entry[1] !== undefined);
  return {
    id: record.id,
    storageId,
    createdAt: Date.parse(record.createdAt),
    updatedAt: Date.parse(record.updatedAt),
    fields: Object.fromEntries(fields),
  };
}
