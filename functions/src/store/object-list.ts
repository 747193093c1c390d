import type { Bucket, File } from '@google-cloud/storage';
import { pageTokenOf } from './page-token.ts';
import { thumbnailsKey, tokenKey } from './file-store.ts';

/** An object whose download token works. */
export interface SharedObject {
  path: string;
  name: string;
  size: number;
  type: string;
  token: string;
  createdAt: string;
  /** Sizes of its thumbnails. */
  thumbnails: number[];
}

export interface ObjectPage {
  objects: SharedObject[];
  /** Where the next page starts; null on the last. */
  next: string | null;
}

/** Lists at most `limit` objects below `prefix` in one call. Skips those of records in the trash. */
export async function listObjects(
  bucket: Bucket,
  { prefix, limit, from }: { prefix: string; limit: number; from: string | null },
): Promise<ObjectPage> {
  const [files, next] = await bucket.getFiles({ prefix, maxResults: limit, autoPaginate: false, ...(from ? { pageToken: from } : {}) });
  return { objects: files.flatMap(sharedObject), next: pageTokenOf(next) };
}

/** @returns the names of the folders directly below `prefix`, in one listing call per 1,000 */
export async function listFolders(bucket: Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let pageToken: string | null = null;
  do {
    const [, next, answer] = await bucket.getFiles({
      prefix,
      delimiter: '/',
      autoPaginate: false,
      maxResults: 1000,
      ...(pageToken ? { pageToken } : {}),
    });
    const prefixes = (answer as { prefixes?: string[] } | undefined)?.prefixes ?? []; // the JSON API's list answer
    found.push(...prefixes.map((path) => path.slice(prefix.length).replace(/\/$/, '')));
    pageToken = pageTokenOf(next);
  } while (pageToken);
  return found;
}

function sharedObject({ name: path, metadata }: File): SharedObject[] {
  const { size = 0, contentType, contentDisposition, timeCreated, metadata: own } = metadata;
  const token = own?.[tokenKey];
  if (typeof token !== 'string' || token === '') return [];
  const name = nameOf(contentDisposition ?? '') ?? path.split('/').at(-1) ?? path;
  const thumbnails = String(own?.[thumbnailsKey] ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);
  return [
    {
      path,
      name,
      size: Number(size),
      type: contentType?.split(';')[0] ?? 'application/octet-stream',
      token,
      createdAt: timeCreated ?? '',
      thumbnails,
    },
  ];
}

/** The name that the upload gave the object (see createFileStore). */
function nameOf(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : null;
}
