import { dayOfText, isoDay } from './days.ts';

/** Both days included; null where the range is open. */
export interface DayRange {
  from: Date | null;
  to: Date | null;
}

/**
 * @param get a parameter of the page's address, '' when it is not there
 * @returns the range that `from` and `to` name: a text that is no day is none, and so is an end before the beginning, which
 *   every call would refuse
 */
export function dayRangeOf(get: (name: 'from' | 'to') => string): DayRange {
  const [from, to] = [dayOfText(get('from')), dayOfText(get('to'))];
  return { from, to: from && to && isoDay(to) < isoDay(from) ? null : to };
}
