import { pipeline } from 'node:stream/promises';
import type { Bucket } from '@google-cloud/storage';
import type { FileStore } from '../domain/records/record-services.ts';

interface FileServices {
  readonly bucket: Bucket;
  readonly config: { readonly storageBucket: string; readonly emulators: { readonly storage: string | null } | null };
}

/** Download tokens are what Firebase's download URLs carry: without one the object is private. */
const tokenKey = 'firebaseStorageDownloadTokens';

export function createFileStore(services: FileServices): FileStore {
  return {
    async save(path, content, { type, token, name }) {
      const file = services.bucket.file(path);
      const target = file.createWriteStream({
        // One request: the object appears when it is complete, or not at all.
        resumable: false,
        validation: false,
        metadata: {
          contentType: type,
          contentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
          cacheControl: 'private, max-age=0',
          metadata: { [tokenKey]: token },
        },
      });
      try {
        await pipeline(content, target);
      } catch (error) {
        await file.delete({ ignoreNotFound: true });
        throw error;
      }
    },
    async setToken(path, token) {
      try {
        await services.bucket.file(path).setMetadata({ metadata: { [tokenKey]: token } });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async remove(path) {
      await services.bucket.file(path).delete({ ignoreNotFound: true });
    },
    url(path, token) {
      const { storageBucket, emulators } = services.config;
      const origin = emulators?.storage ? `http://${emulators.storage}` : 'https://firebasestorage.googleapis.com';
      return `${origin}/v0/b/${storageBucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
    },
  };
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 404;
}
