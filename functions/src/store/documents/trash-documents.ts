import type { Timestamp } from '../model/values.ts';

/** trashRounds/nightly: how far the look at all accounts' trash has come tonight. */
export interface TrashRoundDocument {
  /** The first look of this installation: what lay in the trash before has its full time from here on. */
  since: Timestamp;
  /** The UTC day, as yyyy-mm-dd. */
  day: string;
  /** The last account that was looked at; null before the first. */
  after: string | null;
  isDone: boolean;
}
