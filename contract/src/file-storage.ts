/** GET /app/fileStorage/{id}/folders: a storage that holds files. */
export interface FileFolder {
  /** The storage's key, which is also the folder's address. */
  name: string;
  storageId: string;
  storageName: string;
}

export const fileOrders = ['newest', 'name'] as const;
export type FileOrder = (typeof fileOrders)[number];

/** GET /app/fileStorage/{id}/{storageKey}/files. */
export interface FilePage {
  storageId: string;
  storageName: string;
  data: StorageFile[];
  /** 'records' in a folder with too many files to be sorted: by record, the newest one first. */
  order: FileOrder | 'records';
  /** Null on the last page. */
  nextCursor: string | null;
}

/** A file of a record. */
export interface StorageFile {
  name: string;
  url: string;
  /** Bytes. */
  size: number;
  /** MIME type, from the content where it tells. */
  type: string;
  /** The record that it belongs to, and goes away with. */
  recordId: string;
  uploadedAt: string;
  /** A smaller copy, of an image that has one. */
  thumbnail?: string;
}

/** Bytes that the account's files take, and bytes that its plan includes. */
export interface FileUsage {
  bytes: number;
  /** Those of them that records have let go of, and a history keeps. */
  kept: number;
  limit: number;
}

/** The field that a file uploaded in the console goes to. */
export const consoleUploadField = 'attachment';

/** Extensions of files that are shown as pictures. */
export const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'] as const;

/** @returns whether a file name ends in one of `imageExtensions` */
export function isImageName(name: string): boolean {
  return (imageExtensions as readonly string[]).includes(extensionOf(name));
}

/** @returns the part after the last dot in lower case, '' without one */
export function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
