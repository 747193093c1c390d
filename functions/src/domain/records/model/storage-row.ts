import type { StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';

/** A storage document as read from storages/{id}; a Row of it fits. */
export interface StorageRow {
  readonly id: string;
  readonly data: StorageDocument<Timestamp>;
  readonly updateTime?: Timestamp;
}

/** The id of the user or of the API key that writes. */
export interface Actor {
  readonly actor: string;
}
