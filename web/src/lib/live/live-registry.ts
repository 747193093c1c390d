/**
 * The query of a listener: a collection's path from the database's root, equality conditions, order
 * and count.
 */
export interface LiveQuery {
  path: string;
  where?: readonly (readonly [field: string, value: string | number | boolean | null])[];
  orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  limit?: number;
}

export interface LiveSnapshot {
  /** True for the state that the listener found, false for each change after it. */
  first: boolean;
  docs: readonly { id: string; data: Record<string, unknown> }[];
  /** Ids of documents that were added, changed or removed. */
  changed: readonly string[];
}

/**
 * `connecting` until the first answer, `catching-up` while answers come from the cache only,
 * `offline` while there are none, `signed-out` when this browser has lost its sign-in for them.
 */
export type LiveState = 'connecting' | 'live' | 'catching-up' | 'offline' | 'signed-out';

export interface LiveSubscription {
  id: number;
  query: LiveQuery;
  onSnapshot: (snapshot: LiveSnapshot) => void;
  onState: (state: LiveState) => void;
}

let subscriptions: readonly LiveSubscription[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Asks LiveRoot, once it has loaded, to listen.
 * @returns the function that ends it
 */
export function subscribeLive(subscription: Omit<LiveSubscription, 'id'>): () => void {
  const id = nextId++;
  replace([...subscriptions, { ...subscription, id }]);
  return () => replace(subscriptions.filter((s) => s.id !== id));
}

export function liveSubscriptions(): readonly LiveSubscription[] {
  return subscriptions;
}

export function onLiveSubscriptions(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function replace(next: readonly LiveSubscription[]): void {
  subscriptions = next;
  for (const listener of listeners) listener();
}
