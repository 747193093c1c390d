import type { Document } from '../model/document.ts';

/** Skips `offset` and takes `limit` documents, reading no further. */
export function page(
  documents: Iterable<Document>,
  offset: number,
  limit: number | undefined,
): { documents: readonly Document[]; skipped: number } {
  const taken: Document[] = [];
  let skipped = 0;
  if (limit === 0) return { documents: taken, skipped };
  for (const document of documents) {
    if (skipped < offset) {
      skipped++;
      continue;
    }
    taken.push(document);
    if (limit !== undefined && taken.length === limit) break;
  }
  return { documents: taken, skipped };
}
