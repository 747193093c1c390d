import { Readable } from 'node:stream';
import type { StoredFile } from '@bedplate/contract';
import { thumbnailPath } from '../../store/thumbnail-path.ts';
import type { FileStore } from '../../store/file-store.ts';
import type { Thumbnail } from './make-thumbnails.ts';

/** Stores an image's thumbnails with the access of the image itself. */
export async function saveThumbnails(files: FileStore, { path, token, name }: StoredFile, thumbnails: readonly Thumbnail[]): Promise<void> {
  await Promise.all(
    thumbnails.map(({ size, content }) =>
      files.save(thumbnailPath(path, size), Readable.from([content]), { type: 'image/webp', token, name: `${name}.${size}.webp` }),
    ),
  );
}

/** The sizes as a part of a stored file; empty when it has no thumbnails. */
export function sizesPart(thumbnails: readonly Thumbnail[]): Pick<StoredFile, 'thumbnails'> {
  return thumbnails.length > 0 ? { thumbnails: thumbnails.map(({ size }) => size) } : {};
}
