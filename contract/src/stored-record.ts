/**
 * The part of a record's document that is shown. Declarations of the client package reach it, so this file imports nothing that needs
 * zod.
 */
export interface StoredRecord<T> {
  data: Record<string, unknown>;
  files: Record<string, StoredFile>;
  createdAt: T;
  /** The server's write time, never a caller's clock: LiveSync listens to what is newer than its anchor. */
  updatedAt: T;
}

export interface StoredFile {
  name: string;
  size: number;
  type: string;
  /** Of a text; absent where it is not known. */
  charset?: string;
  path: string;
  /** Download token of the object; part of its URL. */
  token: string;
  uploadedAt: string;
  /** Sizes of its thumbnails; absent where it has none. */
  thumbnails?: readonly number[];
}
