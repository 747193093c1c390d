import { pipeline } from 'node:stream/promises';
import type { Bucket } from '@google-cloud/storage';
import type { FileStore } from '../domain/records/record-services.ts';

interface FileServices {
  readonly bucket: Bucket;
  readonly config: { readonly storageBucket: string; readonly emulators: { readonly storage: string | null } | null };
}

/** Download tokens are what Firebase's download URLs carry: without one the object is private. */
export const tokenKey = 'firebaseStorageDownloadTokens';

export function createFileStore(services: FileServices): FileStore {
  return {
    async save(path, content, { type, token, name }) {
      const file = services.bucket.file(path);
      const target = file.createWriteStream({
        // One request: the object appears when it is complete, or not at all.
        resumable: false,
        validation: false,
        metadata: metadataOf({ type, name }, { [tokenKey]: token }),
      });
      try {
        await pipeline(content, target);
      } catch (error) {
        await file.delete({ ignoreNotFound: true });
        throw error;
      }
    },
    async share(file, isShared) {
      const object = services.bucket.file(file.path);
      try {
        // A copy onto itself replaces the tokens; an update of the metadata can only add to them.
        await object.copy(object, metadataOf(file, isShared ? { [tokenKey]: file.token } : { withheld: 'true' }));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async remove(path) {
      await services.bucket.file(path).delete({ ignoreNotFound: true });
    },
    async begin(path, { type, name, size, origin }) {
      const [url] = await services.bucket.file(path).createResumableUpload({
        metadata: { ...metadataOf({ type, name }, { withheld: 'true' }), contentLength: size },
        ...(origin ? { origin } : {}),
      });
      return url;
    },
    async cancel(uploadUrl) {
      // 499 says that it is cancelled, 404 and 410 that it was over. https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
      await fetch(uploadUrl, { method: 'DELETE', headers: { 'Content-Length': '0' }, signal: AbortSignal.timeout(10_000) }).catch(
        () => null,
      );
    },
    async inspect(path) {
      const file = services.bucket.file(path);
      try {
        const [{ size }] = await file.getMetadata();
        const [head] = Number(size) > 0 ? await file.download({ start: 0, end: headBytes - 1, validation: false }) : [Buffer.alloc(0)];
        return { size: Number(size), head };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    url(path, token) {
      const { storageBucket, emulators } = services.config;
      const origin = emulators?.storage ? `http://${emulators.storage}` : 'https://firebasestorage.googleapis.com';
      return `${origin}/v0/b/${storageBucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
    },
  };
}

/** What tells a file's type from its content. */
const headBytes = 8192;

/** Types that a browser runs as a page of the store's own address: they are offered to be saved instead. */
const runnable = /html|xml|svg|javascript/i;

function metadataOf({ type, name }: { type: string; name: string }, metadata: Record<string, string>) {
  return {
    contentType: type,
    contentDisposition: `${runnable.test(type) ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    cacheControl: 'private, max-age=0',
    metadata,
  };
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 404;
}
