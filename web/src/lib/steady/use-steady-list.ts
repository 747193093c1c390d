import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { goneKeys, type SteadyRows, steadyRows } from './steady-rows.ts';
import { useHand } from './use-hand.ts';
import { useOwnChange } from './use-own-change.ts';

interface ListNow<T> {
  /** The list as it is now; undefined while it is not known. */
  rows: readonly T[] | undefined;
  /** The same function from render to render. */
  keyOf: (row: T) => string;
  /** The part that the list shows, where the page's address does not tell it: its page number. */
  part?: string | number;
  /** The rows are still those of the part before. */
  isWaiting?: boolean;
}

export interface SteadyList<T> extends SteadyRows<T> {
  /** Whether a row has left the list elsewhere: it keeps its place, without use. */
  isGone: (row: T) => boolean;
  /** Rows of the list as it is now: when all of them are new, more may wait behind it. */
  limit: number;
  /** Shows the list as it is. */
  onShow: () => void;
  /** Listeners of the list's element. */
  on: ReturnType<typeof useHand>['on'];
}

/**
 * Keeps each row of a list where it is while a hand is at the list, except for what the person of
 * this tab did. Decision 044.
 */
export function useSteadyList<T>({ rows: next = none, keyOf, part = '', isWaiting = false }: ListNow<T>): SteadyList<T> {
  const { pathname, search } = useLocation();
  const hand = useHand();
  const isOwn = useOwnChange();
  const view = isWaiting ? null : JSON.stringify([pathname, search, part]);
  const [base, setBase] = useState<{ view: string | null; rows: readonly T[] }>({ view, rows: next });
  const isSteady = hand.isNear && !isOwn && view !== null && base.view === view && base.rows.length > 0;
  const steady = useMemo(
    () => (isSteady ? steadyRows(base.rows, next, keyOf) : { rows: next, waiting: 0, isBehind: false }),
    [isSteady, base.rows, next, keyOf],
  );
  if (base.rows !== steady.rows || base.view !== view) setBase({ view, rows: steady.rows });
  const goneOnes = useMemo(() => goneKeys(isSteady ? steady.rows : none, next, keyOf), [isSteady, steady.rows, next, keyOf]);
  return {
    ...steady,
    isGone: (row) => goneOnes.has(keyOf(row)),
    onShow: () => setBase({ view, rows: next }),
    limit: next.length,
    on: hand.on,
  };
}

const none: readonly never[] = [];
