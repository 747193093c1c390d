import { fairQueue } from '../rate-limits/fair-queue.ts';
import { thumbnailPixels, thumbnailSizes, thumbnailTypes } from '@bedplate/contract';

export interface Thumbnail {
  /** Longest side in pixels. */
  readonly size: number;
  /** WebP, upright, without the camera's metadata. */
  readonly content: Buffer;
}

/**
 * Makes smaller copies of an image in each size, one at a time, since decoded images take much memory.
 * Tenants take turns.
 * Decision 017.
 * @param image its type by the content; it is read when its turn comes
 * @returns none for other files, for images with too many pixels and for undecodable ones
 */
export async function makeThumbnails(
  tenant: string,
  { type, read }: { type: string | undefined; read: () => Promise<Buffer> },
): Promise<Thumbnail[]> {
  if (!(thumbnailTypes as readonly (string | undefined)[]).includes(type)) return [];
  return oneAtATime(tenant, async () => {
    const content = await read();
    return resized(content).catch(() => []); // not an image after all, or one too large
  });
}

const oneAtATime = fairQueue({ parallel: 1, waitingPerTenant: 20 });

async function resized(content: Buffer): Promise<Thumbnail[]> {
  const { default: sharp } = await import('sharp'); // loads a native library, which no other call needs
  sharp.cache(false);
  sharp.concurrency(1);
  const thumbnails: Thumbnail[] = [];
  let source = content;
  // Each size is made from the next larger one, so that the image itself is decoded once.
  for (const size of thumbnailSizes.toSorted((a, b) => b - a)) {
    source = await sharp(source, { limitInputPixels: thumbnailPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    thumbnails.push({ size, content: source });
  }
  return thumbnails;
}
