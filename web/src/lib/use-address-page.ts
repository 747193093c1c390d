import { useEffect, useEffectEvent } from 'react';
import { useAddress } from './use-address.ts';

/** The server counts no further. */
const furthest = 1_000_000;

/** @param key of the address; a screen with two lists has two @returns the list's page, from 1, and its setter */
export function useAddressPage(key = 'page'): [number, (page: number) => void] {
  const { get, change } = useAddress();
  return [pageOf(get(key)), (page) => change({ [key]: page > 1 ? String(page) : null })];
}

/** Leads from a page that is no more to the last one. @param totalPages undefined while it is not known */
export function useLastPage(totalPages: number | undefined, page: number, setPage: (page: number) => void): void {
  const leave = useEffectEvent(setPage);
  const last = Math.max(1, totalPages ?? page);
  useEffect(() => {
    if (page > last) leave(last);
  }, [page, last]);
}

/** @returns the page that the text names, or the first */
export function pageOf(text: string): number {
  return /^\d{1,7}$/.test(text) ? Math.min(furthest, Math.max(1, Number(text))) : 1;
}
