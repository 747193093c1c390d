import { IndexedRows } from '../documents/indexed-rows.ts';
import type { Document } from '../model/document.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import { branchRows, type Touched } from './branch-rows.ts';
import { type BranchShape, branchShape } from './branch-shape.ts';
import { isExact } from './exact-shape.ts';
import { compareDocuments, matchesQuery } from './matcher.ts';
import { mergeOrdered } from './merge-ordered.ts';
import type { NormalQuery, Scope } from './normal-query.ts';

/** The documents that a query at an earlier time sees instead of the current ones. */
export interface PastView {
  /** Paths that changed since. */
  readonly changed: ReadonlySet<string>;
  /** Their versions of then, as far as they existed. */
  readonly documents: readonly Document[];
}

/** Below this many documents, indexes are not worth building. */
const smallCollection = 64;
const nothing = new IndexedRows(
  () => [],
  () => 0,
  0,
);

/** All documents of a query in its order, before offset and limit; reads no further than the consumer does. */
export function* matchingDocuments(
  query: NormalQuery,
  { tree, touched, past }: { tree: DocumentTree; touched: Touched; past?: PastView },
): Generator<Document> {
  const current = currentMatches(query, tree, touched);
  const compare = (a: Document, b: Document): number => compareDocuments(query.orders, a, b);
  yield* past ? mergeOrdered([without(current, past.changed), sortedMatches(query, past.documents)], compare) : current;
}

/** The rows that a scope is about. */
export function rowsOf(scope: Scope, tree: DocumentTree): IndexedRows {
  if (scope.kind === 'collection') return tree.collection(scope.path)?.indexed ?? nothing;
  return scope.kind === 'group' ? tree.group(scope.collectionId) : tree.all();
}

/** The disjuncts that something could match. */
export function branchShapes(query: NormalQuery): readonly BranchShape[] {
  return query.branches.map((branch) => branchShape(query, branch)).filter((shape) => shape !== undefined);
}

function currentMatches(query: NormalQuery, tree: DocumentTree, touched: Touched): Iterable<Document> {
  const rows = rowsOf(query.scope, tree);
  const shapes = branchShapes(query);
  if (shapes.length === 0) return [];
  const named = shapes.map((shape) => shape.path).filter((path) => path !== undefined);
  if (named.length === shapes.length) return namedDocuments(query, named, tree);
  if (rows.count() <= smallCollection) return sortedMatches(query, documentsOf(rows));
  const streams = shapes.map((shape) => {
    const found = documentsIn(branchRows(query, { shape, rows, touched }), touched);
    return isExact(query, shape) ? found : matching(query, found);
  });
  const [only] = streams;
  return streams.length === 1 && only ? only : mergeOrdered(streams, (a, b) => compareDocuments(query.orders, a, b));
}

function namedDocuments(query: NormalQuery, paths: readonly string[], tree: DocumentTree): readonly Document[] {
  const found = [...new Set(paths)].map((path) => tree.get(path)).filter((document) => document !== undefined);
  return sortedMatches(query, found);
}

function sortedMatches(query: NormalQuery, documents: Iterable<Document>): readonly Document[] {
  const matches: Document[] = [];
  for (const document of documents) if (matchesQuery(query, document)) matches.push(document);
  return matches.sort((a, b) => compareDocuments(query.orders, a, b));
}

function* documentsOf(rows: IndexedRows): Generator<Document> {
  for (const row of rows.rows()) yield row.document;
}

function* documentsIn(rows: Iterable<{ readonly document: Document }>, touched: Touched): Generator<Document> {
  for (const row of rows) {
    touched.entries++;
    yield row.document;
  }
}

function* matching(query: NormalQuery, documents: Iterable<Document>): Generator<Document> {
  for (const document of documents) if (matchesQuery(query, document)) yield document;
}

function* without(documents: Iterable<Document>, paths: ReadonlySet<string>): Generator<Document> {
  for (const document of documents) if (!paths.has(document.path)) yield document;
}
