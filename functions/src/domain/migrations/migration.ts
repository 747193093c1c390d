import type { Store } from '../../store/access.ts';

/** A step from one version of the stored data to the next. */
export interface Migration {
  /** For the log, in kebab-case. */
  readonly name: string;
  /**
   * Changes some documents. A repeated call changes nothing more, and what it writes is read by the version before, which still serves
   * while a deployment is under way.
   * @param after where the page before ended; null for the first
   * @returns where to go on; null when there is nothing left
   */
  page(store: Store, after: string | null): Promise<{ changed: number; next: string | null }>;
}
