import { keyVerbs } from '@bedplate/contract/api-key';
import { limits } from '@bedplate/contract/limits';
import { dayRangeOf } from '../../lib/time/day-range.ts';
import { isoDay } from '../../lib/time/days.ts';

/** The page's filters, as they are in its address. Empty: anything. */
export interface RequestFilters {
  search: string;
  /** A status, 2xx, 4xx, 5xx or failed */
  status: string;
  verb: string;
  storageId: string;
  key: string;
  trace: string;
  id: string;
  /** yyyy-MM-dd */
  from: string;
  to: string;
}

/** @returns the filters that an address names; what it names wrongly is not asked for */
export function filtersOf(get: (name: string) => string): RequestFilters {
  const text = (name: string) => get(name).slice(0, limits.searchLength);
  const { from, to } = dayRangeOf(get);
  return {
    search: text('search'),
    status: /^([1-5]\d\d|[1-5]xx|failed)$/.exec(get('status'))?.[0] ?? '',
    verb: keyVerbs.find((verb) => verb === get('verb')) ?? '',
    storageId: text('storageId'),
    key: text('key'),
    trace: text('trace'),
    id: text('id'),
    from: from ? isoDay(from) : '',
    to: to ? isoDay(to) : '',
  };
}
