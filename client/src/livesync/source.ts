import type { Batch } from './change-log.ts';

/** Where changes come from: Firestore in production, a script in tests. */
export interface ChangeSource {
  /**
   * Delivers every record that was changed and every deletion after `after`.
   * @param after microseconds since the epoch; null for the last minute, as the server's clock has
   * it
   * @returns a function that stops the deliveries at once
   */
  open(after: number | null, observer: Observer): () => void;
  /**
   * Reads once the records whose last change, and the deletions whose time, is after `after` and
   * not after `until`; microseconds since the epoch.
   * @throws {Error} while there is no connection
   */
  read(after: number, until: number): Promise<Batch>;
}

export interface Observer {
  /**
   * Receives first everything after the anchor, confirmed by the server, in one delivery; then each
   * change.
   */
  next(delivery: Delivery): void;
  /** Reports that this listener has ended. */
  error(error: unknown): void;
  /**
   * Reports that this listener will soon lose its right to listen, so that another one can be
   * opened in time.
   */
  expiring(): void;
}

export interface Delivery extends Batch {
  /** The anchor of the listener, microseconds. */
  anchor: number;
  /** Changes after the anchor may be missing that cannot be known any more. */
  isIncomplete?: boolean;
  /** False while the connection is down. */
  current: boolean;
}
