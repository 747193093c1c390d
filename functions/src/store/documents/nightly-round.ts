/** How far a nightly look at all documents of a collection has come. */
export interface NightlyRound {
  /** The UTC day, as yyyy-mm-dd. */
  day: string;
  /** The last document that was looked at; null before the first. */
  after: string | null;
  isDone: boolean;
}
