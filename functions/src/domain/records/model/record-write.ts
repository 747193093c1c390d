import type { DataRecord, StoredFile } from '@bedplate/contract';
import type { RecordInput, UpdateInput } from './record-input.ts';
import type { StorageRow } from './record-services.ts';

/** A stored file that goes with a field; `reserved`: the bytes that were counted for it when its upload began. */
export interface FileOfField {
  readonly field: string;
  readonly stored: StoredFile;
  readonly reserved?: number;
}

interface Common {
  readonly storage: StorageRow;
  /** Names the write in messages, as in "writes[3]"; empty when it is the only one. */
  readonly where: string;
  /** The record's `updatedAt` must still be this: ISO 8601 with milliseconds, or a whole second (see `isUnchanged`). */
  readonly ifUpdatedAt?: string;
  /** The record must, or must not, be there. */
  readonly ifExists?: boolean;
  /** Only a record of this app user may be touched. */
  readonly owner?: string;
}

/** One change of one record, checked and ready to be applied in a transaction. Passwords are hashed before. */
export type RecordWrite = Common &
  (
    | {
        readonly op: 'create';
        readonly input: RecordInput;
        readonly hash?: string;
        /** A key that says when the record was made, for creates that may be repeated; a new one unless given. */
        readonly made?: { readonly id: string; readonly millis: number; readonly micros: number };
      }
    | {
        readonly op: 'update' | 'upsert';
        readonly id: string;
        readonly input: UpdateInput;
        readonly hash?: string;
        /** For forms that send every value as text. */
        readonly coerce?: boolean;
        /** A stored file that goes with one of the fields. */
        readonly file?: FileOfField;
      }
    | { readonly op: 'delete'; readonly id: string; readonly permanent: boolean }
    | { readonly op: 'restore'; readonly id: string }
  );

/** What became of one write; `data` is the record right after it, absent after a delete. */
export interface WriteResult {
  readonly op: RecordWrite['op'];
  readonly status: 'created' | 'updated' | 'deleted' | 'restored';
  readonly storageId: string;
  readonly id: string;
  readonly data?: DataRecord;
}
