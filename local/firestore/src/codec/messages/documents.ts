import { maybe, message, optional, repeated, scalar } from '../proto/message.ts';
import { bool, bytes, enumOf, int32, string } from '../proto/scalars.ts';
import { timestamp } from '../proto/timestamp.ts';
import { document, documentMask, labels } from './document.ts';
import { precondition, write, writeResult } from './write.ts';

export const transactionOptions = message({
  readOnly: optional(2, message({ readTime: optional(2, timestamp) })),
  readWrite: optional(
    3,
    message({ retryTransaction: scalar(1, bytes), concurrencyMode: scalar(2, enumOf({ OPTIMISTIC: 1, PESSIMISTIC: 2 })) }),
  ),
});
export type TransactionOptions = ReturnType<(typeof transactionOptions)['decode']>;

export const getDocumentRequest = message({
  name: scalar(1, string),
  mask: optional(2, documentMask),
  transaction: scalar(3, bytes),
  readTime: optional(5, timestamp),
});

export const listDocumentsRequest = message({
  parent: scalar(1, string),
  collectionId: scalar(2, string),
  pageSize: scalar(3, int32),
  pageToken: scalar(4, string),
  orderBy: scalar(6, string),
  mask: optional(7, documentMask),
  transaction: scalar(8, bytes),
  readTime: optional(10, timestamp),
  showMissing: scalar(12, bool),
});
export const listDocumentsResponse = message({ documents: repeated(1, document), nextPageToken: scalar(2, string) });

export const createDocumentRequest = message({
  parent: scalar(1, string),
  collectionId: scalar(2, string),
  documentId: scalar(3, string),
  document: optional(4, document),
  mask: optional(5, documentMask),
});

export const updateDocumentRequest = message({
  document: optional(1, document),
  updateMask: optional(2, documentMask),
  mask: optional(3, documentMask),
  currentDocument: optional(4, precondition),
});

export const deleteDocumentRequest = message({ name: scalar(1, string), currentDocument: optional(2, precondition) });
export const empty = message({});

export const batchGetDocumentsRequest = message({
  database: scalar(1, string),
  documents: repeated(2, string),
  mask: optional(3, documentMask),
  transaction: scalar(4, bytes),
  newTransaction: optional(5, transactionOptions),
  readTime: optional(7, timestamp),
});
export const batchGetDocumentsResponse = message({
  found: optional(1, document),
  missing: optional(2, string),
  transaction: maybe(scalar(3, bytes)),
  readTime: optional(4, timestamp),
});

export const beginTransactionRequest = message({ database: scalar(1, string), options: optional(2, transactionOptions) });
export const beginTransactionResponse = message({ transaction: scalar(1, bytes) });

export const commitRequest = message({ database: scalar(1, string), writes: repeated(2, write), transaction: scalar(3, bytes) });
export const commitResponse = message({ writeResults: repeated(1, writeResult), commitTime: optional(2, timestamp) });

export const rollbackRequest = message({ database: scalar(1, string), transaction: scalar(2, bytes) });

/** google.rpc.Status */
export const status = message({ code: scalar(1, int32), message: scalar(2, string) });

export const batchWriteRequest = message({
  database: scalar(1, string),
  writes: repeated(2, write),
  labels: optional(3, labels),
});
export const batchWriteResponse = message({ writeResults: repeated(1, writeResult), status: repeated(2, status) });

export const listCollectionIdsRequest = message({
  parent: scalar(1, string),
  pageSize: scalar(2, int32),
  pageToken: scalar(3, string),
  readTime: optional(4, timestamp),
});
export const listCollectionIdsResponse = message({ collectionIds: repeated(1, string), nextPageToken: scalar(2, string) });
