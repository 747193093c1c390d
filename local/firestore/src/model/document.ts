import type { MapValue, Timestamp } from './value.ts';

/** One version of a document. Never mutated: a write makes a new one. */
export interface Document {
  /** Path below `documents/`, e.g. `users/alice/posts/1`. Segments are joined by `/` and hold no `/` themselves. */
  readonly path: string;
  readonly fields: MapValue;
  readonly createTime: Timestamp;
  readonly updateTime: Timestamp;
}
