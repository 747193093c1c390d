import type { Document } from '../model/document.ts';

/** What a query at an earlier time sees instead of the current documents. */
export interface PastView {
  /** Paths that changed since. */
  readonly changed: ReadonlySet<string>;
  /** Their versions of then, as far as they existed. */
  readonly documents: readonly Document[];
}
