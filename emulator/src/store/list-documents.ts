import type { Document } from '../model/document.ts';
import { comparePaths } from '../model/path-order.ts';
import { compareStrings } from '../model/string-order.ts';
import { isBelow } from '../query/query-scope.ts';
import type { DocumentTree } from './document-tree.ts';
import type { ReadView } from './read-view.ts';

export type Listed = Document | { readonly path: string; readonly missing: true };

/** Documents of one collection in name order; with `showMissing` also ids that only have something below them. */
export function listDocuments(tree: DocumentTree, view: ReadView, collectionPath: string, showMissing: boolean): readonly Listed[] {
  const found = new Map<string, Listed>();
  const note = (path: string, document: Document | undefined): void => {
    if (document) found.set(path, document);
    else if (showMissing && !found.has(path)) found.set(path, { path, missing: true });
  };
  const collection = tree.collection(collectionPath);
  if (view.micros === undefined) {
    for (const row of collection?.rows.values() ?? []) note(row.path, row.document);
    for (const id of collection?.below.keys() ?? []) note(`${collectionPath}/${id}`, undefined);
  } else {
    for (const document of view.documents()) {
      if (!isBelow(document.path, collectionPath)) continue;
      const path = firstSegments(document.path, collectionPath);
      note(path, path === document.path ? document : undefined);
    }
  }
  return [...found.values()].sort((a, b) => comparePaths(a.path, b.path));
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
