import { type ChangeSource, createLiveSyncCore, type LiveEvent, type LiveSync } from '@bedplate/client/livesync';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import type { LiveState } from '../../../lib/live/live-registry.ts';
import { afterLogout, isRefusal } from '../../../lib/live/refusal.ts';
import { paced } from '../../../lib/paced.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { applyEvent } from './apply-event.ts';
import { type RecordPage, recordsKey, type StorageRef } from '../queries/record-queries.ts';
import type { View } from '../queries/view.ts';

/** Changes are shown in bundles, larger ones while they go on: a burst does not draw the table for each. */
const bundle = { soonest: 100, latest: 400 };
/** A page that cannot be right is read again; under steady changes, which each could make it wrong, not at every one. */
const reread = { soonest: 500, latest: 5000 };
const highlight = 2000;
/** Less than the minute that LiveSync replays, so that slow answers are covered. */
const replayed = 40_000;

/** Lets the page shown follow every change of the storage. @returns the state, and the ids of rows that changed just now */
export function useLiveRecords(storage: StorageRef, view: View): { state: LiveState; changed: ReadonlySet<string> } {
  const client = useQueryClient();
  const { userId } = useSignedIn();
  const { storageId } = storage;
  const [state, setState] = useState<LiveState>('connecting');
  const [changed, mark] = useHighlight();

  const apply = useEffectEvent((events: readonly LiveEvent[]): boolean => {
    const key = recordsKey(storage, view);
    const before = client.getQueryData<RecordPage>(key);
    // An answer on its way may be older than these changes and would undo them.
    let stale = client.isFetching({ queryKey: recordsKey(storage) }) > 0;
    if (!before) return true;
    const news: string[] = [];
    const page = events.reduce((current, event) => {
      const applied = applyEvent(current, event, view);
      stale ||= applied.stale;
      if (applied.page !== current && event.type !== 'gap') news.push(event.id);
      return applied.page;
    }, before);
    if (page !== before) client.setQueryData(key, page);
    mark(news);
    return stale;
  });
  /** The page was read longer ago than the listener's replay reaches back. */
  const isOld = useEffectEvent(() => {
    const readAt = client.getQueryState(recordsKey(storage, view))?.dataUpdatedAt ?? 0;
    return readAt > 0 && Date.now() - readAt > replayed;
  });
  const readAgain = useEffectEvent(() => client.invalidateQueries({ queryKey: recordsKey(storage) }));

  useEffect(() => {
    const events: LiveEvent[] = [];
    let live: LiveSync | undefined;
    let ended = false;
    const rereading = paced(reread.soonest, reread.latest, () => void readAgain());
    const asking = paced(afterLogout, reread.latest, () => void readAgain());
    const bundling = paced(bundle.soonest, bundle.latest, () => {
      if (apply(events.splice(0))) rereading.ask();
    });
    const follow = (source: ChangeSource) =>
      createLiveSyncCore({
        source,
        // Between the first read of the page and the start of the listener something may have changed.
        replay: true,
        onChange(event) {
          events.push(event);
          bundling.ask();
        },
        onState(next) {
          setState(next);
          if (next === 'live' && isOld()) void readAgain();
        },
        onError(cause) {
          console.warn('Live updates of records were interrupted.', cause);
          // The server's answer tells why: the session is over, or the storage is no longer there.
          if (isRefusal(cause)) asking.ask();
        },
      });
    const start = () =>
      import('./live-source.ts').then(
        ({ recordSource }) => {
          if (!ended) live = follow(recordSource(storageId, userId));
        },
        (cause: unknown) => console.warn('Live updates of records could not start.', cause),
      );
    const callOff = afterPaint(() => void start());
    return () => {
      ended = true;
      callOff();
      bundling.stop();
      rereading.stop();
      asking.stop();
      live?.close();
    };
  }, [storageId, userId]);

  return { state, changed };
}

/** Ids that were marked within the last two seconds. */
function useHighlight(): [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const [marks, setMarks] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (marks.size === 0) return;
    const next = Math.min(...marks.values());
    const timer = setTimeout(
      () => {
        const now = Date.now();
        setMarks((before) => new Map([...before].filter(([, until]) => until > now)));
      },
      Math.max(0, next - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [marks]);
  const mark = (marked: readonly string[]) => {
    if (marked.length === 0) return;
    const until = Date.now() + highlight;
    setMarks((before) => new Map([...before, ...marked.map((id) => [id, until] as const)]));
  };
  return [useMemo(() => new Set(marks.keys()), [marks]), mark];
}
