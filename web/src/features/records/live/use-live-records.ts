import { type ChangeSource, createLiveSyncCore, type LiveEvent, type LiveSync } from '@bedplate/client/livesync';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import type { LiveState } from '../../../lib/live/live-registry.ts';
import { afterLogout, isRefusal } from '../../../lib/live/refusal.ts';
import { backoffThrottle } from '../../../lib/throttle.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { applyEvent } from './apply-event.ts';
import { type RecordPage, recordsKey } from '../queries/record-queries.ts';
import { useDataViewStore } from '../state/data-view-store.tsx';

/**
 * Changes are shown in bundles, which grow during a burst, so that the table is not drawn for each
 * change.
 */
const bundle = { shortest: 100, longest: 400 };
/** A page that may be wrong is read again, but not for every one of many changes. */
const reread = { shortest: 500, longest: 5000 };
/** Code that could not be loaded is asked for again after this time. */
const startAgain = 10_000;
const highlight = 2000;
/** Less than the minute that LiveSync replays, so that slow answers are covered. */
const replayed = 40_000;

/**
 * Lets the shown page follow every change of the storage, and marks the records that changed.
 * @returns whether it follows
 */
export function useLiveRecords(): LiveState {
  const client = useQueryClient();
  const { userId } = useSignedIn();
  const store = useDataViewStore();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    const { storage } = store.getState();
    const highlights = highlighter((changed) => store.setState({ changed }));
    const events: LiveEvent[] = [];
    let live: LiveSync | undefined;
    let ended = false;
    let isSignedOut = false;
    let restart: ReturnType<typeof setTimeout> | undefined;

    /** @returns whether the page has to be read again */
    const apply = (news: readonly LiveEvent[]): boolean => {
      const { view } = store.getState();
      const key = recordsKey(storage, view);
      const before = client.getQueryData<RecordPage>(key);
      // An answer on its way may be older than these changes and would undo them.
      let stale = client.isFetching({ queryKey: recordsKey(storage) }) > 0;
      if (!before) return true;
      const ids: string[] = [];
      const page = news.reduce((current, event) => {
        const applied = applyEvent(current, event, view);
        stale ||= applied.stale;
        if (applied.page !== current && event.type !== 'gap') ids.push(event.id);
        return applied.page;
      }, before);
      const gone = news.flatMap((event) => (event.type === 'delete' && before.data.some(({ id }) => id === event.id) ? event.id : []));
      if (gone.length > 0) store.setState((state) => ({ gone: new Set([...state.gone, ...gone]) }));
      if (page !== before) client.setQueryData(key, page);
      highlights.add(ids);
      return stale;
    };
    /** @returns whether the page was read longer ago than the listener's replay reaches back; also when the clock was set since */
    const isOld = () => {
      const readAt = client.getQueryState(recordsKey(storage, store.getState().view))?.dataUpdatedAt ?? 0;
      return readAt > 0 && Math.abs(Date.now() - readAt) > replayed;
    };
    const readAgain = () => void client.invalidateQueries({ queryKey: recordsKey(storage) });
    const rereading = backoffThrottle(reread, readAgain);
    const asking = backoffThrottle({ ...reread, shortest: afterLogout }, readAgain);
    const bundling = backoffThrottle(bundle, () => {
      if (apply(events.splice(0))) rereading.call();
    });
    const follow = (source: ChangeSource) =>
      createLiveSyncCore({
        source,
        // Something may have changed between the first read of the page and the start of the
        // listener.
        replay: true,
        onChange(event) {
          events.push(event);
          bundling.call();
        },
        onState(next) {
          // LiveSync goes on trying, which helps only once somebody has logged in again.
          if (next === 'live') isSignedOut = false;
          setState(isSignedOut ? 'signed-out' : next);
          if (next === 'live' && isOld()) readAgain();
        },
        onError(cause) {
          console.warn('Live updates of records were interrupted.', cause);
          // The next answer of the server shows why: the session is over, or the storage has gone.
          if (isRefusal(cause)) asking.call();
          isSignedOut = cause instanceof Error && cause.name === 'SignedOut';
        },
      });
    const start = () =>
      import('./live-source.ts').then(
        ({ recordSource }) => {
          if (!ended) live = follow(recordSource(storage.storageId, userId));
        },
        (cause: unknown) => {
          console.warn('Live updates of records could not start.', cause);
          if (ended) return;
          setState('offline');
          restart = setTimeout(() => void start(), startAgain);
        },
      );
    const callOff = afterPaint(() => void start());
    return () => {
      ended = true;
      callOff();
      clearTimeout(restart);
      for (const work of [bundling, rereading, asking, highlights]) work.cancel();
      live?.close();
    };
  }, [client, store, userId]);

  return state;
}

/**
 * Keeps ids for two seconds each.
 * @param show gets all ids that are kept, whenever they change
 */
function highlighter(show: (ids: ReadonlySet<string>) => void) {
  const ends = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (ends.size > 0) timer = setTimeout(end, Math.max(0, Math.min(...ends.values()) - performance.now()));
  };
  const end = () => {
    const now = performance.now();
    for (const [id, until] of ends) if (until <= now) ends.delete(id);
    show(new Set(ends.keys()));
    wait();
  };
  return {
    add(ids: readonly string[]) {
      if (ids.length === 0) return;
      for (const id of ids) ends.set(id, performance.now() + highlight);
      show(new Set(ends.keys()));
      wait();
    },
    cancel: () => clearTimeout(timer),
  };
}
