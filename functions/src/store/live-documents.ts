import { documentPath } from './model/collection.ts';
import { isPlain } from '../config/process.ts';
import { createLiveCache, type LiveBounds, type LiveCache } from '../memory/live-cache.ts';
import type { Store } from './access.ts';
import { unmetered } from './model/meter.ts';
import type { Row } from './model/row.ts';

/** Documents that every request needs, by path. Their reads are billed to no single request. */
export type LiveDocuments<T> = LiveCache<Row<T>>;

/** @param options.isOff reads the document for each request and keeps no copy */
export function liveDocuments<T>(
  store: () => Store,
  now: () => number,
  { bounds, isOff = isPlain }: { readonly bounds?: Partial<LiveBounds>; readonly isOff?: boolean } = {},
): LiveDocuments<T> {
  if (isOff) return { get: (path) => unmetered(() => store().get(documentPath<T>(path))), knows: () => false, close: () => {} };
  return createLiveCache<Row<T>>((...call) => unmetered(() => store().listen<T>(...call)), now, bounds);
}
