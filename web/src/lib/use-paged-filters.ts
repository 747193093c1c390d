import { timings } from '@bedplate/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from './use-address.ts';
import { useAddressPage } from './use-address-page.ts';

/** How filters are in an address: by key, empty for what is not set. */
export interface FilterAddress<Filters> {
  read: (get: (key: string) => string) => Filters;
  write: (filters: Filters) => Record<string, string | null>;
}

/**
 * A list's filters and page, which are in the page's address: Back, a reload and a link show the
 * same. A change of the filters counts after a pause, from page 1.
 */
export function usePagedFilters<Filters extends object>({ read, write }: FilterAddress<Filters>) {
  const { get, change } = useAddress();
  const [page, setPage] = useAddressPage();
  const settled = read(get);
  const address = JSON.stringify(write(settled));
  // Typed filters count until the address has them, or has something else.
  const [typed, setTyped] = useState<{ filters: Filters; over: string } | null>(null);
  if (typed && typed.over !== address) setTyped(null); // a link back to that address shows what it says
  const waiting = typed?.over === address ? typed.filters : null;
  const tell = useEffectEvent((filters: Filters) => {
    const next = write(filters);
    if (JSON.stringify(next) !== address) change({ ...next, page: null });
  });
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => tell(waiting), timings.searchDebounce);
    return () => clearTimeout(timer);
  }, [waiting]);
  const filters = waiting ?? settled;
  return {
    filters,
    change: (part: Partial<Filters>) => setTyped({ filters: { ...filters, ...part }, over: address }),
    /** The filters that are asked for. */
    settled,
    page,
    setPage,
  };
}
