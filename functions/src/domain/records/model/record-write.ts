import type { DataRecord, FieldProblem, Json, StoredFile } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { ClosedFields } from './closed-fields.ts';
import type { RecordInput, UpdateInput } from './record-input.ts';
import type { StorageRow } from './storage-row.ts';

/** A stored file that goes with a field; `reserved`: the bytes that were counted for it when its upload began. */
export interface FileOfField {
  readonly field: string;
  readonly stored: StoredFile;
  readonly reserved?: number;
}

/** The rights that rules give a writer over one record; records are as answers have them, with all fields. */
export interface WriteAccess {
  /** @returns false where the writer does not see the record either: then there is none @throws {ApiError} permission-denied */
  reach(verb: 'update' | 'delete', record: DataRecord): boolean;
  /**
   * @param before null for a new record
   * @returns fields that the server sets @throws {ApiError} permission-denied for fields that the writer may not name
   */
  prepare(before: DataRecord | null, sent: Sent): Record<string, Json>;
  /** @param named the fields that the writer has sent: others of a new record are defaults @throws {ApiError} permission-denied unless one rule carries the whole write */
  settle(before: DataRecord | null, after: DataRecord, named: ReadonlySet<string>): void;
}

/** The first revision that an undo takes back of each field, and of where the record is. */
export interface Undoes {
  readonly fields: Readonly<Record<string, number>>;
  readonly place?: number;
}

interface Sent {
  readonly fields: Readonly<Record<string, Json>>;
  readonly operations?: ReadonlyMap<string, unknown>;
}

interface Common {
  readonly storage: StorageRow;
  /** Names the write in messages, as in "writes[3]"; empty when it is the only one. */
  readonly where: string;
  /** The record's `updatedAt` must still be this: ISO 8601 with milliseconds, or a whole second (see `isUnchanged`). */
  readonly ifUpdatedAt?: string;
  /** The header in which the caller has sent `ifUpdatedAt`, for refusals. */
  readonly conditionName?: string;
  /** The record must, or must not, be there. */
  readonly ifExists?: boolean;
  /** The mark of the password that was proved: one that another call has set meanwhile is not undone. */
  readonly ifPassword?: string | undefined;
  /** Only a record of this app user may be touched. */
  readonly owner?: string;
  /** Called where the record is another user's. */
  readonly onForeign?: (() => void) | undefined;
  /** Fields that the writer, an app user, may not set. */
  readonly closed?: ClosedFields | undefined;
  /** Where rules bind the writer; then `owner` is absent. */
  readonly access?: WriteAccess | undefined;
  /** A change that the schema itself asks for: nothing of it is checked, and fields that others may not change are. */
  readonly bySchema?: boolean;
  /** Out of a backup: the records that it refers to may come later. */
  readonly fromBackup?: boolean;
  /** For the entry in the history: the part of an undo. */
  readonly undoes?: Undoes;
}

/** A reference that the deletion of its record cleared. */
export interface ClearedReference {
  /** The id of the storage, and the key of the record, that referred to it. */
  readonly storage: string;
  readonly key: string;
  readonly field: string;
}

/** Of a form that sends values as texts: those have the type of what is stored, where this loses no information. */
export interface FormTexts {
  /** Names of the fields whose values the form has read by their types, texts among them: they are stored as they are. */
  readonly typed: readonly string[];
}

/** A new record's key, and the time that it carries; `micros` orders keys of one millisecond. */
export interface NewKey {
  readonly id: string;
  readonly millis: number;
  readonly micros: number;
}

/** Adds writes to a commit, made from its result, such as the stored answer of a request. */
export interface CommitHook<R> {
  readonly alsoWrites: (result: R) => readonly Write[];
}

/** The part of others in an undo of one record: a delete and a restore bring along what refers to it, and those may be of somebody else. */
export interface Following {
  /** Whether records of a storage are taken back one by one: then they neither follow nor come along. */
  readonly isOwn: (storageId: string) => boolean;
  /** @param field the reference that would be cleared; null where the record would be deleted @returns whether the same undo does that */
  readonly follows: (storage: StorageRow, key: string, field: string | null) => Promise<boolean>;
}

/** One change of one record, checked and ready to be applied in a transaction. Passwords are hashed before. */
export type RecordWrite = Common &
  (
    | {
        readonly op: 'create';
        readonly input: RecordInput;
        readonly hash?: string;
        /** A key that shows when the record was made, for creates that may be repeated; default: a new key. */
        readonly made?: NewKey;
        /** The id that it had elsewhere: chosen by an app, or the server's own, which is then `made`'s. */
        readonly keptId?: string;
        /** Of a record that is made again: references of others that its deletion cleared. */
        readonly cleared?: readonly ClearedReference[];
        readonly following?: Following;
        /** Files that the history has kept and the record has again. */
        readonly takenUp?: readonly FileOfField[];
        /** A stored file that goes with one of the fields. */
        readonly file?: FileOfField;
      }
    | {
        readonly op: 'update' | 'upsert';
        readonly id: string;
        readonly input: UpdateInput;
        readonly hash?: string;
        readonly form?: FormTexts;
        /** A stored file that goes with one of the fields. */
        readonly file?: FileOfField;
        /** Files that the history has kept and the record has again. */
        readonly takenUp?: readonly FileOfField[];
      }
    | {
        readonly op: 'delete';
        readonly id: string;
        readonly permanent: boolean;
        /** Also where deleting is for good otherwise: the act can be taken back. */
        readonly toTrash?: boolean;
        /** It must still lie in the trash since this moment: what was restored meanwhile stays. */
        readonly ifDeletedAt?: Timestamp;
        /** Its files go at once, also where a history is kept. */
        readonly forgetsFiles?: boolean;
        /** It never comes back. */
        readonly erases?: boolean;
        readonly following?: Following;
      }
    | { readonly op: 'restore'; readonly id: string; readonly following?: Following }
  );

/** The result of one write; `data` is the record right after it, absent after a delete. */
export interface WriteResult {
  readonly op: RecordWrite['op'];
  readonly status: 'created' | 'updated' | 'deleted' | 'restored';
  readonly storageId: string;
  readonly id: string;
  readonly data?: DataRecord;
  /** Faults by the schema that are stored all the same. */
  readonly warnings?: readonly FieldProblem[];
}
