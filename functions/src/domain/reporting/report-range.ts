import { reportDaysMax } from '@bedplate/contract';
import { ApiError, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

export const dayMillis = 86_400_000;

/** Whole UTC days. */
export interface ReportRange {
  /** yyyy-MM-dd, inclusive. */
  from: string;
  to: string;
  days: string[];
  /** Milliseconds since the epoch; `end` is exclusive. */
  start: number;
  end: number;
}

/** The last seven days ending today unless given. @throws {ApiError} invalid-argument for an end before the start or too many days */
export function reportRange(from: string | undefined, to: string | undefined, now: number): ReportRange {
  const last = startOf(to) ?? Math.floor(now / dayMillis) * dayMillis;
  const first = startOf(from) ?? last - 6 * dayMillis;
  if (last < first) throw refused('to', say('toBeforeFrom'));
  const count = (last - first) / dayMillis + 1;
  if (count > reportDaysMax) throw refused('from', say('reportLong', { max: reportDaysMax }));
  const days = Array.from({ length: count }, (_, at) => dayOf(first + at * dayMillis));
  return { from: dayOf(first), to: dayOf(last), days, start: first, end: last + dayMillis };
}

function startOf(date: string | undefined): number | null {
  return date ? Math.floor(Date.parse(date) / dayMillis) * dayMillis : null;
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

function refused(field: string, message: Sentence): ApiError {
  return new ApiError('invalid-argument', message, { field });
}
