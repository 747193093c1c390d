import { log } from '../../config/log.ts';
import type { Row } from '../../store/model/row.ts';
import type { NightlyRound } from '../../store/documents/nightly-round.ts';

/** Documents that are looked at before the place is noted. */
const atOnce = 20;

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
  /** @returns whether there was time for all of it; if not, it is looked at again */
  readonly each: (row: Row<T>) => Promise<boolean>;
  /** In a run of its own, which has all its time. */
  readonly atEnd?: () => Promise<void>;
}

/**
 * Looks at all documents of a collection once a day. One that fails waits for the next day and keeps none back that follows it. A run that
 * ends early or dies is continued by the next one at the place that was noted.
 */
export async function lookNightly<T>(clock: () => number, { hour, until, round, note, page, each, atEnd }: Look<T>): Promise<void> {
  const now = new Date(clock());
  const day = now.toISOString().slice(0, 10);
  if (now.getUTCHours() < hour || (round?.day === day && round.isDone)) return;
  const from = round?.day === day ? round.after : null;
  let after = from;
  let isDone = false;
  while (!isDone && clock() < until) {
    const rows = await page(after, atOnce);
    for (const row of rows) {
      if (!(await lookedAt(row, each))) return note({ day, after, isDone });
      after = row.id;
    }
    isDone = rows.length < atOnce;
    if (isDone && atEnd) {
      if (after !== from) return note({ day, after, isDone: false });
      await atEnd();
    }
    await note({ day, after, isDone });
  }
}

async function lookedAt<T>(row: Row<T>, each: (row: Row<T>) => Promise<boolean>): Promise<boolean> {
  try {
    return await each(row);
  } catch (error) {
    log.error('nightly.passed', { id: row.id }, error);
    return true;
  }
}
