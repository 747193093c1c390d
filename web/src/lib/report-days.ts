import { addDays, differenceInCalendarDays } from 'date-fns';
import { today } from './time/days.ts';

/** Both days included. */
export interface ReportDays {
  from: Date;
  to: Date;
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
