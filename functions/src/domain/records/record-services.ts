import type { StorageDocument, StoredFile } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Store } from '../../store/access.ts';

/** What records need from the outside. */
export interface RecordServices {
  readonly store: Store;
  /** From createIdMaker: one per process, so that ids of one millisecond keep their order. */
  readonly makeId: (shard?: string) => { id: string; millis: number; micros: number };
  readonly now: () => number;
  readonly files: FileStore;
  /** Signs cursors, so that nobody can make the planner start anywhere or forge a position. */
  readonly cursorSecret: string;
}

export type SharedFile = Pick<StoredFile, 'path' | 'token' | 'type' | 'name' | 'thumbnails'>;

/** Where uploaded files live: Cloud Storage. */
export interface FileStore {
  /** Streams `content` to a new object; resolves once it is durable. On failure nothing is left. */
  save(path: string, content: NodeJS.ReadableStream, options: Pick<StoredFile, 'type' | 'token' | 'name' | 'thumbnails'>): Promise<void>;
  /** Makes the object's URL work, or stop working while its record is in the trash. A missing object is no error. */
  share(file: SharedFile, isShared: boolean): Promise<void>;
  /** With its thumbnails; a missing object is no error. */
  remove(file: Pick<StoredFile, 'path' | 'thumbnails'>): Promise<void>;
  /**
   * Opens a resumable upload straight to the file store. The object appears when its last byte is there, and nobody can read it before it is shared.
   * @param origin of the page that will send it, for browsers @returns the address that takes the bytes, for about a week
   */
  begin(path: string, options: { type: string; name: string; size: number; origin?: string }): Promise<string>;
  /** Ends an upload that `begin` has opened; one that is over is no error. */
  cancel(uploadUrl: string): Promise<void>;
  /** @returns a stored object's size and first bytes, enough to tell its type; null when there is none */
  inspect(path: string): Promise<{ size: number; head: Buffer } | null>;
  /** The whole object. */
  read(path: string): Promise<Buffer>;
  /** Public address of the object: works only while its token does. */
  url(path: string, token: string): string;
}

/** A storage document as read from storages/{id}; a Row of it fits. */
export interface StorageRow {
  readonly id: string;
  readonly data: StorageDocument<Timestamp>;
  readonly updateTime?: Timestamp;
}

/** Who writes: the user's or the API key's id. */
export interface Actor {
  readonly actor: string;
}
