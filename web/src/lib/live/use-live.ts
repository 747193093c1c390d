import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { backoffThrottle } from '../throttle.ts';
import { type LiveQuery, type LiveSnapshot, type LiveState, subscribeLive } from './live-registry.ts';

/**
 * Listens while mounted. `query` null listens to nothing.
 * @returns how the listener stands
 */
export function useLive(query: LiveQuery | null, onSnapshot: (snapshot: LiveSnapshot) => void): LiveState {
  const deliver = useEffectEvent(onSnapshot);
  const key = query && JSON.stringify(query); // by value: a caller need not keep the object
  const [told, setTold] = useState<{ key: string; state: LiveState } | null>(null);
  useEffect(() => {
    if (!key) return;
    const watched = JSON.parse(key) as LiveQuery; // written three lines above
    return subscribeLive({ query: watched, onSnapshot: (snapshot) => deliver(snapshot), onState: (state) => setTold({ key, state }) });
  }, [key]);
  return told?.key === key ? told.state : 'connecting';
}

/** Milliseconds. Many changes at once cause one read, and steady ones a read every few seconds. */
const interval = { shortest: 150, longest: 5000 };

/**
 * Reads a list again whenever a document of `query` changes. REST stays the source of what is
 * shown. The listener's first state also causes a read, so nothing is missed between the list's
 * answer and the listener's start.
 */
export function useLiveInvalidation(query: LiveQuery | null, queryKey: readonly unknown[]): LiveState {
  const client = useQueryClient();
  const name = JSON.stringify(queryKey);
  const reading = useMemo(() => {
    const read = () => void client.invalidateQueries({ queryKey: JSON.parse(name) as unknown[] });
    return backoffThrottle(interval, read);
  }, [client, name]);
  useEffect(() => () => reading.cancel(), [reading]);
  return useLive(query, () => reading.call());
}
