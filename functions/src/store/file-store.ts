import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { FileStore } from '../domain/records/record-services.ts';
import type { Services } from '../services.ts';

/** Cloud Storage; an object is reachable by its download token, as Firebase's own SDKs make it. */
export function createFileStore(services: Pick<Services, 'bucket' | 'config'>): FileStore {
  const file = (path: string) => services.bucket.file(path);
  return {
    async save(path, content, { type, token, name }) {
      const metadata = { contentType: type, contentDisposition: attachment(name), metadata: { firebaseStorageDownloadTokens: token } };
      try {
        await pipeline(content, file(path).createWriteStream({ resumable: false, metadata }));
      } catch (error) {
        await file(path).delete({ ignoreNotFound: true });
        throw error;
      }
    },
    async setToken(path, token) {
      await file(path)
        .setMetadata({ metadata: { firebaseStorageDownloadTokens: token } })
        .catch(ignoreMissing);
    },
    async remove(path) {
      await file(path).delete({ ignoreNotFound: true });
    },
    url: (path, token) =>
      `${base(services.config)}/v0/b/${services.config.storageBucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`,
  };
}

function base({ emulators }: Config): string {
  return emulators?.storage ? `http://${emulators.storage}` : 'https://firebasestorage.googleapis.com';
}

/** Inline, but under its own name when saved. */
function attachment(name: string): string {
  return `inline; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 404)) throw error;
}
