import type { Batch } from './change-log.ts';

/** Where changes come from: Firestore in production, a script in tests. */
export interface ChangeSource {
  /**
   * Delivers every record changed and every deletion made after `after`.
   * @param after microseconds since the epoch; null for the last minute, as the server's clock has it
   * @returns a function that stops it; nothing is delivered after it was called
   */
  open(after: number | null, observer: Observer): () => void;
  /**
   * Reads once which records were last changed, and which deletions made, after `after` and not after `until`; microseconds since the epoch.
   * @throws {Error} while there is no connection
   */
  read(after: number, until: number): Promise<Batch>;
}

export interface Observer {
  /** First everything after the anchor in one delivery, confirmed by the server; then what changes. */
  next(delivery: Delivery): void;
  /** This listener is dead. */
  error(error: unknown): void;
  /** This listener will soon lose its right to listen: open another one in time. */
  expiring(): void;
}

export interface Delivery extends Batch {
  /** The anchor in use, microseconds. */
  anchor: number;
  /** False while the connection is down. */
  current: boolean;
}
