import type { Timestamp } from '../model/values.ts';
import type { NightlyRound } from './nightly-round.ts';

/** trashRounds/nightly: how far the look at all accounts' trash has come tonight. */
export interface TrashRoundDocument extends NightlyRound {
  /** The first look of this installation: what lay in the trash before has its full time from here on. */
  since: Timestamp;
}
