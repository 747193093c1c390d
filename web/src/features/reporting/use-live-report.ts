import type { Report } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LiveSnapshot, subscribeLive } from '../../lib/live/live-registry.ts';
import { millisOf } from '../../lib/live/millis-of.ts';
import { useMay } from '../../lib/may.tsx';
import { serverNow } from '../../lib/time/clock.ts';
import { reportKey } from './report-queries.ts';

/** Storages that are followed, by their entries the largest; each costs a listener. */
const followedMax = 20;
/**
 * A report counts entries of each storage and day: while records are written all the time, this is
 * how often.
 */
const pause = 10_000;
/** Records that are written together are counted together. */
const settle = 500;
/**
 * Milliseconds before the listener's start: records written since then may be missing in the report,
 * whatever the clocks show.
 */
const overlap = 60_000;

/**
 * Reads the charts again when a record is written to one of their storages. Roles that may not
 * follow records have the reading by time.
 */
export function useLiveReport({ raw }: Pick<Report, 'raw'>): void {
  const client = useQueryClient();
  const mayFollow = useMay()('records.read');
  const busiest = [...raw].sort((a, b) => b.total - a.total).slice(0, followedMax);
  // Sorted by name, so that another order of the same storages starts no listener again.
  const names = busiest.map(({ storageId }) => storageId).sort();
  const followed = mayFollow ? names.join(' ') : '';
  useEffect(() => {
    if (followed === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startedAt = serverNow();
    let readAt = -Infinity;
    const read = () => {
      timer = undefined;
      readAt = performance.now();
      void client.invalidateQueries({ queryKey: reportKey });
    };
    const onSnapshot = ({ first, docs }: LiveSnapshot) => {
      const isNews = !first || docs.some(({ data }) => millisOf(data.createdAt) > startedAt - overlap);
      if (isNews) timer ??= setTimeout(read, Math.max(settle, readAt + pause - performance.now()));
    };
    const ends = followed.split(' ').map((id) => subscribeLive({ query: newestOf(id), onSnapshot, onState: () => {} }));
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [client, followed]);
}

/** Ids sort the newest first, so the first one is the newest record. */
function newestOf(storageId: string) {
  return { path: `storages/${storageId}/records`, limit: 1 };
}
