import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { backoffThrottle, type Throttled } from '../throttle.ts';
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

/** In milliseconds. Many changes at once cause one read, and steady ones a read every few seconds. */
const interval = { shortest: 150, longest: 5000 };

/**
 * Reads a list again whenever a document of `query` changes. REST stays the source of what is
 * shown. The listener's first state also causes a read, so nothing is missed between the list's
 * answer and the listener's start. Parts of a page that follow the same list read it once.
 */
export function useLiveInvalidation(query: LiveQuery | null, queryKey: readonly unknown[]): LiveState {
  const client = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(() => follow(client, name), [client, name]);
  return useLive(query, () => readings.get(client)?.get(name)?.throttle.call());
}

interface Reading {
  throttle: Throttled;
  followers: number;
}

const readings = new WeakMap<QueryClient, Map<string, Reading>>();

/** @returns the function that ends it; the last one to leave takes a waiting read along */
function follow(client: QueryClient, name: string): () => void {
  const ofClient = readings.get(client) ?? new Map<string, Reading>();
  readings.set(client, ofClient);
  const read = () => void client.invalidateQueries({ queryKey: JSON.parse(name) as unknown[] });
  const reading = ofClient.get(name) ?? { throttle: backoffThrottle(interval, read), followers: 0 };
  ofClient.set(name, reading);
  reading.followers += 1;
  return () => {
    reading.followers -= 1;
    if (reading.followers > 0) return;
    reading.throttle.cancel();
    ofClient.delete(name);
  };
}
