import type { Document } from '../model/document.ts';
import { comparePaths } from '../model/path-order.ts';
import { compareStrings } from '../model/string-order.ts';
import { isBelow } from '../query/query-scope.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import type { ReadView } from './read-view.ts';

export type Listed = Document | { readonly path: string; readonly missing: true };

export interface ListOptions {
  /** Also ids that have no document but something below them. */
  readonly showMissing?: boolean;
  /** Path of the last one already listed. */
  readonly after?: string;
  readonly limit?: number;
}

/** Documents of one collection in name order. */
export function listDocuments(
  tree: DocumentTree,
  { view, collectionPath, options }: { view: ReadView; collectionPath: string; options: ListOptions },
): readonly Listed[] {
  const { showMissing = false, after, limit } = options;
  const collection = tree.collection(collectionPath);
  if (view.micros !== undefined) return cut(pastDocuments(view, collectionPath, showMissing), after, limit);
  if (collection === undefined) return [];
  const missing = showMissing ? [...collection.below.keys()].filter((id) => !collection.rows.has(id)) : [];
  const { sorted } = collection.indexed.index([]);
  const start = after === undefined ? undefined : sorted.seek((_key, row) => comparePaths(row.path, after) > 0);
  const documents: Document[] = [];
  for (const row of sorted.scan(start ?? sorted.start, sorted.end)) {
    if (documents.length === limit) break;
    documents.push(row.document);
  }
  if (missing.length === 0) return documents;
  return cut([...documents, ...missing.map((id): Listed => ({ path: `${collectionPath}/${id}`, missing: true }))], after, limit);
}

/** Ids of the collections directly below a document (`''` = root) that hold something at any depth. */
export function listCollectionIds(tree: DocumentTree, view: ReadView, parent: string): readonly string[] {
  if (view.micros === undefined) return tree.collectionIds(parent);
  const ids = new Set<string>();
  const start = parent === '' ? 0 : parent.length + 1;
  for (const { path } of view.documents()) if (isBelow(path, parent)) ids.add(path.slice(start, path.indexOf('/', start)));
  return [...ids].sort(compareStrings);
}

/** The document path directly in the collection that `path` is or lies below. */
function firstSegments(path: string, collectionPath: string): string {
  const end = path.indexOf('/', collectionPath.length + 1);
  return end === -1 ? path : path.slice(0, end);
}

function pastDocuments(view: ReadView, collectionPath: string, showMissing: boolean): readonly Listed[] {
  const found = new Map<string, Listed>();
  for (const document of view.documents()) {
    if (!isBelow(document.path, collectionPath)) continue;
    const path = firstSegments(document.path, collectionPath);
    if (path === document.path) found.set(path, document);
    else if (showMissing && !found.has(path)) found.set(path, { path, missing: true });
  }
  return [...found.values()];
}

function cut(listed: readonly Listed[], after: string | undefined, limit: number | undefined): readonly Listed[] {
  const rest = after === undefined ? listed : listed.filter(({ path }) => comparePaths(path, after) > 0);
  return rest.toSorted((a, b) => comparePaths(a.path, b.path)).slice(0, limit);
}
