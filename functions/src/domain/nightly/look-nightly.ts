import { log } from '../../config/log.ts';
import type { Row } from '../../store/model/row.ts';
import { inTurns } from '../../runtime/in-turns.ts';
import type { NightlyRound } from '../../store/documents/nightly-round.ts';

/** Documents that are looked at before the place is noted. */
const atOnce = 20;
/** One that takes long does not keep the others waiting. */
const turnMillis = 10_000;

interface Look<T> {
  /** The hour (UTC) from which on it begins. */
  readonly hour: number;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** As it was noted last. */
  readonly round: NightlyRound | undefined;
  readonly note: (round: NightlyRound) => Promise<void>;
  /** The next documents by their ids, `after` one of them. */
  readonly page: (after: string | null, limit: number) => Promise<readonly Row<T>[]>;
  readonly get: (id: string) => Promise<Row<T> | null>;
  /** @param until when its turn is over @returns whether there is more to do: then it has another turn after all others */
  readonly each: (row: Row<T>, until: number) => Promise<boolean>;
  /** In a run of its own, which has all its time. */
  readonly atEnd?: () => Promise<void>;
}

/**
 * Looks at all documents of a collection once a day. One that fails waits for the next day and keeps none back that follows it. A run that
 * ends early or dies is continued by the next one at the place that was noted, on another day as well: those at the end have their turn as
 * often as those at the beginning.
 */
export async function lookNightly<T>(clock: () => number, look: Look<T>): Promise<void> {
  const round = roundNow(clock(), look);
  if (round.isDone && !round.left?.length) return;
  const walked = round.isDone ? round : await walk(clock, look, round);
  if (!round.isDone && walked.isDone && walked.day !== dayOf(clock())) return lookNightly(clock, { ...look, round: walked });
  if (!walked.isDone || !walked.left?.length) return;
  const left = await inTurns(walked.left, { now: clock, until: look.until }, async (id) => {
    const row = await look.get(id);
    return row !== null && hasMore(clock, look, row);
  });
  await look.note({ ...walked, left });
}

/** The one that goes on, or a new one when its hour has come. */
function roundNow(now: number, { hour, round }: Pick<Look<never>, 'hour' | 'round'>): NightlyRound {
  const day = dayOf(now);
  if (round && (!round.isDone || round.day === day)) return round;
  const isDue = new Date(now).getUTCHours() >= hour;
  return isDue ? { day, after: null, isDone: false, left: round?.left ?? [] } : { day, after: null, isDone: true, ...round };
}

/** @returns how far it has come */
async function walk<T>(clock: () => number, look: Look<T>, begun: NightlyRound): Promise<NightlyRound> {
  const { until, page, atEnd } = look;
  const { day, after: from } = begun;
  const left = new Set(begun.left);
  let after = from;
  let round = begun;
  const noted = async (isDone: boolean) => {
    round = { day, after, isDone, left: [...left] };
    await look.note(round);
    return round;
  };
  while (!round.isDone && clock() < until) {
    const rows = await page(after, atOnce);
    for (const row of rows) {
      if (clock() >= until) return noted(false);
      if (await hasMore(clock, look, row)) left.add(row.id);
      after = row.id;
    }
    const isEnd = rows.length < atOnce;
    // A round of the day before is followed by this day's, which has the end.
    if (isEnd && atEnd && day === dayOf(clock())) {
      if (after !== from) return noted(false);
      await atEnd();
    }
    await noted(isEnd);
  }
  return round;
}

async function hasMore<T>(clock: () => number, { until, each }: Look<T>, row: Row<T>): Promise<boolean> {
  try {
    return await each(row, Math.min(until, clock() + turnMillis));
  } catch (error) {
    log.error('nightly.passed', { id: row.id }, error);
    return false;
  }
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
