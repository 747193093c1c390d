import type { StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';

/** A storage document as read from storages/{id}; a Row of it fits. */
export interface StorageRow {
  readonly id: string;
  readonly data: StorageDocument<Timestamp>;
  readonly updateTime?: Timestamp;
}

/** The author of a write. */
export interface Actor {
  /** The id of a member or of an API key; of an app user after "user:". */
  readonly actor: string;
  readonly origin?: ChangeOrigin | undefined;
}

/** The call, import, job or row of the activity log that a change is a part of, for the history. */
export interface ChangeOrigin {
  /** Where the actor is a key. */
  readonly keyId?: string;
  readonly requestId?: string;
  readonly importId?: string;
  readonly jobId?: string;
  readonly activityId?: string;
}
