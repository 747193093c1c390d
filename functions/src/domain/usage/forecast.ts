import type { CreditForecast } from '@bedplate/contract';

const dayMillis = 86_400_000;
const weeks = 4;
/** The last day counts this much at most, and at least. */
const ratioLimits = [0.2, 5] as const;
/** With fewer days than these, their spread says nothing. */
const daysForSpread = 7;
const wideSpread = [0.6, 1.6] as const;

export interface CreditHistory {
  /** Calls by UTC day since 1970; a day without calls may be absent. */
  readonly daily: ReadonlyMap<number, number>;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the credits begin again. */
  readonly resetsAt: number;
}

/**
 * Tells when credits end at the pace of the last four weeks: the median of each day of the week, as many times as the last whole day had
 * of it. The range follows from how far days were from their medians. Today counts as a day like others, so a quiet night changes nothing,
 * until it has had more calls than the whole day is used to: then the range begins where that many a day lead. It also begins with what two
 * days in a row have had, where that is beyond the weeks before.
 * @returns null when they last until the reset, and while no whole day is known
 */
export function forecastEnd({ daily, remaining, now, resetsAt }: CreditHistory): CreditForecast | null {
  const today = Math.floor(now / dayMillis);
  const first = Math.max(today - 7 * weeks, Math.min(...daily.keys()));
  const days = Array.from({ length: Math.max(0, today - first) }, (_, at) => first + at);
  if (days.length === 0 || remaining <= 0) return null;
  const callsOf = (day: number) => daily.get(day) ?? 0;
  const usual = (day: number) => {
    const alike = days.filter((each) => each % 7 === day % 7);
    return quantileOf((alike.length > 0 ? alike : days).map(callsOf), 0.5);
  };
  const ratios = days.filter((day) => usual(day) > 0).map((day) => callsOf(day) / usual(day));
  const [lowest, most] = ratioLimits;
  const paceOf = (day: number) => Math.min(most, Math.max(lowest, ratioOf(callsOf(day), usual(day))));
  const pace = paceOf(today - 1);
  // A surge may be over at once, so only the beginning of the range believes in it.
  const surge = callsOf(today) > usual(today) ? Math.max(pace, paceOf(today)) : pace;
  const [slow, fast] = ratios.length < daysForSpread ? wideSpread : [quantileOf(ratios, 0.2), quantileOf(ratios, 0.8)];
  const isRisen = (day: number) => callsOf(day) > most * usual(day);
  const level = (day: number) => (isRisen(day) && isRisen(day - 1) ? Math.min(callsOf(day), callsOf(day - 1)) : 0);
  const endAt = (factor: number, least = 0) => endOf(remaining, { now, resetsAt, perDay: (day) => Math.max(least, usual(day) * factor) });
  // An app that was launched: no multiple of the weeks before reaches what two days in a row have had.
  const from = endAt(surge * Math.max(1, fast), Math.max(level(today), level(today - 1)));
  if (from === null) return null;
  const to = endAt(pace * Math.min(1, slow));
  return { from: new Date(from).toISOString(), to: to === null ? null : new Date(to).toISOString() };
}

function endOf(
  remaining: number,
  { now, resetsAt, perDay }: { now: number; resetsAt: number; perDay: (day: number) => number },
): number | null {
  let left = remaining;
  for (let at = now; at < resetsAt; ) {
    const day = Math.floor(at / dayMillis);
    const end = (day + 1) * dayMillis;
    const calls = (perDay(day) * (end - at)) / dayMillis;
    if (calls >= left) return at + ((end - at) * left) / calls;
    left -= calls;
    at = end;
  }
  return null;
}

function ratioOf(calls: number, usual: number): number {
  return usual > 0 ? calls / usual : 1;
}

/** @returns the value below which the share lies, also between two values: a forecast is smooth, where a log answers with a value that was */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
