import { pipeline } from 'node:stream/promises';
import type { StoredFile } from '@bedplate/contract';
import type { Bucket } from '@google-cloud/storage';
import { pageTokenOf } from './page-token.ts';
import { isThumbnail, thumbnailPath } from './thumbnail-path.ts';

export type SharedFile = Pick<StoredFile, 'path' | 'token' | 'type' | 'charset' | 'name' | 'thumbnails'>;

/** Uploaded files in Cloud Storage. */
export interface FileStore {
  /** Streams `content` to a new object; resolves once it is durable. A failure leaves no object. */
  save(path: string, content: NodeJS.ReadableStream, options: Omit<SharedFile, 'path'>): Promise<void>;
  /** Makes the object's URL work, or stop working while its record is in the trash. A missing object is no error. */
  share(file: SharedFile, isShared: boolean): Promise<void>;
  /** Removes a file with its thumbnails; a missing object is no error. */
  remove(file: Pick<StoredFile, 'path' | 'thumbnails'>): Promise<void>;
  /**
   * Opens a resumable upload directly to Cloud Storage. The object exists after its last byte, and is private until `share`.
   * @param options `origin` is that of the browser page that will send the bytes
   * @returns the address for the bytes; valid for about a week
   */
  begin(path: string, options: { type: string; name: string; size: number; origin?: string }): Promise<string>;
  /** Cancels an upload from `begin`; a finished one is no error. @returns false while the address may still take bytes */
  cancel(uploadUrl: string): Promise<boolean>;
  /** Lists paths below a prefix, page by page. @param from the answer's `next` of the page before */
  list(prefix: string, from: string | null): Promise<{ paths: string[]; next: string | null }>;
  /** @returns an object's size and its first bytes, which show its type; null when it is missing */
  inspect(path: string): Promise<{ size: number; head: Buffer } | null>;
  /** @returns at most `length` bytes of an object and its size; null when it is missing */
  part(path: string, from: number, length: number): Promise<{ content: Buffer; size: number } | null>;
  /** The whole object. */
  read(path: string): Promise<Buffer>;
  /** Stores an object that no address opens. One of the same path is replaced. */
  keep(path: string, content: Buffer, type: string): Promise<void>;
  /** Builds the object's public address, which works as long as its token. */
  url(path: string, token: string): string;
}

interface FileServices {
  readonly bucket: Bucket;
  readonly config: { readonly storageBucket: string; readonly emulators: { readonly storage: string | null } | null };
}

/** Firebase's download URLs carry this token; an object without one is private. */
export const tokenKey = 'firebaseStorageDownloadTokens';
/** Sizes, separated by commas. */
export const thumbnailsKey = 'thumbnails';

export function createFileStore(services: FileServices): FileStore {
  return {
    async save(path, content, { type, charset, token, name, thumbnails }) {
      const file = services.bucket.file(path);
      const target = file.createWriteStream({
        // One request creates the whole object or none.
        resumable: false,
        validation: false,
        metadata: metadataOf({ path, type, charset, name }, { [tokenKey]: token, ...thumbnailsPart(thumbnails) }),
      });
      try {
        await pipeline(content, target);
      } catch (error) {
        await file.delete({ ignoreNotFound: true });
        throw error;
      }
    },
    async share(file, isShared) {
      await Promise.all(
        objectsOf(file).map(async ({ path, ...object }) => {
          const stored = services.bucket.file(path);
          const access: Record<string, string> = isShared ? { [tokenKey]: file.token } : { withheld: 'true' };
          try {
            // A copy onto itself replaces the tokens; an update of the metadata can only add to them.
            await stored.copy(stored, metadataOf({ path, ...object }, { ...access, ...thumbnailsPart(object.thumbnails) }));
          } catch (error) {
            if (!isMissing(error)) throw error;
          }
        }),
      );
    },
    async remove({ path, thumbnails = [] }) {
      const paths = [path, ...thumbnails.map((size) => thumbnailPath(path, size))];
      await Promise.all(paths.map((one) => services.bucket.file(one).delete({ ignoreNotFound: true })));
    },
    async begin(path, { type, name, size, origin }) {
      const [url] = await services.bucket.file(path).createResumableUpload({
        metadata: { ...metadataOf({ path, type, name }, { withheld: 'true' }), contentLength: size },
        ...(origin ? { origin } : {}),
      });
      return url;
    },
    async cancel(uploadUrl) {
      // 499: cancelled; 404 and 410: already over. https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
      const request = { method: 'DELETE', headers: { 'Content-Length': '0' }, signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(uploadUrl, request).catch(() => null);
      return answer !== null && answer.status < 500;
    },
    async list(prefix, from) {
      const page = { prefix, maxResults: listed, autoPaginate: false, ...(from ? { pageToken: from } : {}) };
      const [files, next] = await services.bucket.getFiles(page);
      return { paths: files.map(({ name }) => name), next: pageTokenOf(next) };
    },
    async inspect(path) {
      const part = await this.part(path, 0, headBytes);
      return part && { size: part.size, head: part.content };
    },
    async part(path, from, length) {
      const file = services.bucket.file(path);
      try {
        const [{ size }] = await file.getMetadata();
        const range = { start: from, end: from + length - 1, validation: false };
        const [content] = Number(size) > from ? await file.download(range) : [Buffer.alloc(0)];
        return { size: Number(size), content };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async read(path) {
      return (await services.bucket.file(path).download())[0];
    },
    async keep(path, content, contentType) {
      await services.bucket.file(path).save(content, { resumable: false, contentType });
    },
    url(path, token) {
      const { storageBucket, emulators } = services.config;
      const origin = emulators?.storage ? `http://${emulators.storage}` : 'https://firebasestorage.googleapis.com';
      return `${origin}/v0/b/${storageBucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
    },
  };
}

/** A file and its thumbnails, as they are stored. */
function objectsOf({ path, type, charset, name, thumbnails = [] }: SharedFile): Omit<SharedFile, 'token'>[] {
  const copies = thumbnails.map((size) => ({ path: thumbnailPath(path, size), type: 'image/webp', name: `${name}.${size}.webp` }));
  return [{ path, type, ...(charset ? { charset } : {}), name, thumbnails }, ...copies];
}

/** Lets lists of files know which files have smaller copies. */
function thumbnailsPart(thumbnails: readonly number[] = []): Record<string, string> {
  return thumbnails.length > 0 ? { [thumbnailsKey]: thumbnails.join(',') } : {};
}

/** Objects in one page of a list. */
const listed = 200;
/** The first bytes show a file's type. */
const headBytes = 8192;

/** Types that a browser shows without running them. All others are downloads, since they may contain scripts. */
const shown = /^(?:image\/(?!.*(?:svg|xml))|audio\/|video\/|application\/pdf$|text\/plain$)/i;

interface Described extends Pick<StoredFile, 'path' | 'type' | 'name'> {
  charset?: string | undefined;
}

function metadataOf({ path, type, charset, name }: Described, metadata: Record<string, string>) {
  return {
    contentType: charset ? `${type}; charset=${charset}` : type,
    contentDisposition: `${shown.test(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${extendedValue(name)}`,
    // Lists show the same thumbnails often; a withheld one leaves the caches within the hour.
    cacheControl: isThumbnail(path) ? 'private, max-age=3600' : 'private, max-age=0',
    metadata,
  };
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 404;
}
