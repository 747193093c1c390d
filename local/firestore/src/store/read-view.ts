import type { Document } from '../model/document.ts';
import type { Timestamp } from '../model/value.ts';
import type { PastView } from '../query/matching-documents.ts';
import { inScope } from '../query/query-scope.ts';
import type { Scope } from '../query/normal-query.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { CommitClock } from './commit-clock.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import type { History } from './history.ts';

const keptMicros = 3_600_000_000;

/** Documents as they were at `micros`, or now when it is undefined. */
export interface ReadView {
  readonly micros: number | undefined;
  get(path: string): Document | undefined;
  /** The differences from now within a scope; undefined without any. */
  past(scope: Scope): PastView | undefined;
  documents(): Iterable<Document>;
}

export function readView(tree: DocumentTree, history: History, micros: number | undefined): ReadView {
  if (micros === undefined) {
    return { micros, get: (path) => tree.get(path), past: () => undefined, documents: () => tree.documents() };
  }
  const get = (path: string): Document | undefined => history.at(path, micros, tree.get(path));
  return {
    micros,
    get,
    past: (scope) => {
      const changed = new Set([...history.changedSince(micros)].filter((path) => inScope(scope, path)));
      if (changed.size === 0) return undefined;
      return { changed, documents: [...changed].map(get).filter((document) => document !== undefined) };
    },
    documents: () => pastDocuments(tree, history.changedSince(micros), get),
  };
}

/** @throws RpcError when history does not reach back to this time, or it has not come yet */
export function checkReadTime(readTime: Timestamp, clock: CommitClock, history: History): number {
  const micros = readTime.toMicros();
  const now = clock.now();
  if (micros > now) throw new RpcError('INVALID_ARGUMENT', "The requested 'read_time' cannot be in the future.");
  if (micros < now - keptMicros) throw tooOld();
  checkKept(micros, history);
  return micros;
}

/** @throws RpcError when history had to forget this time */
export function checkKept(micros: number, history: History): void {
  if (micros < history.floor) throw tooOld();
}

function tooOld(): RpcError {
  return new RpcError('FAILED_PRECONDITION', "The requested 'read_time' is too old.");
}

function* pastDocuments(
  tree: DocumentTree,
  changed: ReadonlySet<string>,
  get: (path: string) => Document | undefined,
): Generator<Document> {
  for (const document of tree.documents()) if (!changed.has(document.path)) yield document;
  for (const path of changed) {
    const document = get(path);
    if (document) yield document;
  }
}
