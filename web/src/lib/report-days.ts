import { addDays, differenceInCalendarDays } from 'date-fns';
import { useState } from 'react';
import { dayRangeOf } from './time/day-range.ts';
import { isoDay, today } from './time/days.ts';
import { useAddress } from './use-address.ts';

/** Both days included. */
export interface ReportDays {
  from: Date;
  to: Date;
}

/** @returns the days that the page's address names, the last seven when it names no range, and their setter */
export function useReportDays(): [ReportDays, (days: ReportDays) => void] {
  const { get, change } = useAddress();
  const [week] = useState(() => currentWeek());
  const { from, to } = dayRangeOf(get);
  const days = from && to ? { from, to } : week;
  return [days, (next) => change({ from: isoDay(next.from), to: isoDay(next.to) })];
}

/** The last seven days ending today. */
export function currentWeek(to = today()): ReportDays {
  return { from: addDays(to, -6), to };
}

/** Back by the range's own length. */
export function previousRange({ from, to }: ReportDays): ReportDays {
  const length = differenceInCalendarDays(to, from) + 1;
  return { from: addDays(from, -length), to: addDays(to, -length) };
}
