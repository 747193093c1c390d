/** How far a nightly look at all documents of a collection has come. */
export interface NightlyRound {
  /** The UTC day on which it began, as yyyy-mm-dd. */
  day: string;
  /** The last document that was looked at; null before the first. */
  after: string | null;
  isDone: boolean;
  /** Documents whose turn did not suffice: they go on behind all others. */
  left?: string[];
}
