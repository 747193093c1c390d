import { maybe, message, optional, repeated, scalar } from '../proto/message.ts';
import { bool, bytes, enumOf, int32, string, wrapped } from '../proto/scalars.ts';
import { timestamp } from '../proto/timestamp.ts';
import { document, labels } from './document.ts';
import { status } from './documents.ts';
import { structuredQuery } from './query.ts';
import { write, writeResult } from './write.ts';

const target = message({
  query: optional(2, message({ parent: scalar(1, string), structuredQuery: optional(2, structuredQuery) })),
  documents: optional(3, message({ documents: repeated(2, string) })),
  resumeToken: scalar(4, bytes),
  readTime: optional(11, timestamp),
  targetId: scalar(5, int32),
  once: scalar(6, bool),
  expectedCount: optional(12, wrapped(int32)),
});
export type WireTarget = ReturnType<(typeof target)['decode']>;

export const listenRequest = message({
  database: scalar(1, string),
  addTarget: optional(2, target),
  removeTarget: optional(3, int32),
  labels: optional(4, labels),
});
export type ListenRequest = ReturnType<(typeof listenRequest)['decode']>;

export const listenResponse = message({
  targetChange: optional(
    2,
    message({
      targetChangeType: maybe(scalar(1, enumOf({ NO_CHANGE: 0, ADD: 1, REMOVE: 2, CURRENT: 3, RESET: 4 }))),
      targetIds: maybe(repeated(2, int32)),
      cause: optional(3, status),
      resumeToken: maybe(scalar(4, bytes)),
      readTime: optional(6, timestamp),
    }),
  ),
  documentChange: optional(
    3,
    message({ document: optional(1, document), targetIds: maybe(repeated(5, int32)), removedTargetIds: maybe(repeated(6, int32)) }),
  ),
  documentDelete: optional(
    4,
    message({ document: scalar(1, string), removedTargetIds: maybe(repeated(6, int32)), readTime: optional(4, timestamp) }),
  ),
  documentRemove: optional(
    6,
    message({ document: scalar(1, string), removedTargetIds: maybe(repeated(2, int32)), readTime: optional(4, timestamp) }),
  ),
  filter: optional(5, message({ targetId: scalar(1, int32), count: scalar(2, int32) })),
});
export type ListenResponse = ReturnType<(typeof listenResponse)['decode']>;

export const writeRequest = message({
  database: scalar(1, string),
  streamId: scalar(2, string),
  writes: repeated(3, write),
  streamToken: scalar(4, bytes),
  labels: optional(5, labels),
});
export type WriteRequest = ReturnType<(typeof writeRequest)['decode']>;

export const writeResponse = message({
  streamId: maybe(scalar(1, string)),
  streamToken: scalar(2, bytes),
  writeResults: maybe(repeated(3, writeResult)),
  commitTime: optional(4, timestamp),
});
export type WriteResponse = ReturnType<(typeof writeResponse)['decode']>;
