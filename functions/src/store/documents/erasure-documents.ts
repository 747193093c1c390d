import type { Timestamp } from '../model/values.ts';

/** erasures/{storageId}_{record key}: a record that was erased for good. It stays as long as the account, so that no restore brings the record back. */
export interface ErasureDocument {
  readonly tenantId: string;
  readonly projectId: string;
  readonly storageId: string;
  /** The record's own key, also where an app chose another id: that may name a person. */
  readonly key: string;
  readonly erasedAt: Timestamp;
  /** When it is a sweep's turn; null once nothing is left of the record. */
  readonly dueAt: Timestamp | null;
  /** Its id as apps know it; null once nothing is left. */
  readonly recordId: string | null;
  /** Of a user: records of the project whose `userId` names the user go as well. */
  readonly withOwn: boolean;
  /** Whether totals of the storage may hold values of it. */
  readonly hasTotals?: boolean;
}
