import type { FileStore } from '../store/file-store.ts';
import type { Store } from '../store/access.ts';
import type { SchemaLease } from './schema-lease.ts';

/** Outside services that records need. */
export interface RecordServices {
  readonly store: Store;
  /** From createIdMaker: one per process, so that ids of one millisecond keep their order. */
  readonly makeId: (shard?: string) => { id: string; millis: number; micros: number };
  readonly now: () => number;
  readonly files: FileStore;
  readonly schemas: SchemaLease;
  /** Signs cursors, so that callers cannot forge a position. */
  readonly cursorSecret: string;
}
