/**
 * The document engine (store, query, indexes) as the wire side (actions, streams, triggers) uses it.
 * Reads are synchronous: everything is in memory. Writes are asynchronous: they wait for locks and for the log's sync.
 */
import type { PlannedIndex } from '../indexes/query-plan.ts';
import type { Document } from '../model/document.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import type { Timestamp, Value } from '../model/value.ts';
import type { Write, WriteResult } from '../model/write.ts';
import type { CompiledQuery } from '../query/compile-query.ts';

/** All projects of one server process. */
export interface Engine {
  /** Opens (or makes) a database. Only `(default)` exists; another id throws UNIMPLEMENTED by name. */
  database(projectId: string, databaseId: string): Database;
  /** POST /reset: forgets all documents and transactions of every project, durably. */
  reset(): Promise<void>;
  /** Flushes the log and closes its files. */
  close(): Promise<void>;
}

/** Opaque transaction id as sent to the client, here as a latin1 string so that it can be a map key. */
export type TransactionId = string;

export interface ReadOptions {
  readonly transaction?: TransactionId;
  readonly readTime?: Timestamp;
  /** For reads on the server's own behalf, such as re-running a listener: not in `billed`, and as far into the past as history reaches. */
  readonly unbilled?: boolean;
}

export interface QueryResult {
  /** In query order, offset and limit applied, the projection NOT applied: see `project`. */
  readonly documents: readonly Document[];
  readonly skipped: number;
  readonly readTime: Timestamp;
}

export interface Database {
  readonly projectId: string;
  readonly databaseId: string;
  /** `projects/{p}/databases/{d}` */
  readonly name: string;

  /** The time that a read with these options shows: now, unless they name another; commits that follow are later than now. */
  readTime(options?: ReadOptions): Timestamp;

  get(path: string, options?: ReadOptions): Document | undefined;
  /** Validates, checks strict indexes, plans and runs. Throws RpcError. Takes locks when in a read-write transaction. */
  runQuery(query: StructuredQuery, options?: ReadOptions): QueryResult;
  runAggregation(
    query: StructuredQuery,
    aggregations: readonly Aggregation[],
    options?: ReadOptions,
  ): { readonly result: ReadonlyMap<string, Value>; readonly readTime: Timestamp /** Index entries read. */; readonly entries: number };
  /** The indexes that production would read for a query, without running it. Throws as `runQuery` would. */
  plan(query: StructuredQuery, aggregations: readonly Aggregation[]): readonly PlannedIndex[];
  /** Validates a query as `runQuery` would (shape and strict index rules) without running it: for listeners. */
  compile(query: StructuredQuery): CompiledQuery;
  /** Ids of the collections directly below `parent` ('' = root), in order. */
  listCollectionIds(parent: string, options?: ReadOptions): readonly string[];
  /**
   * Documents of one collection in name order; with `showMissing` also parents without a document of their own.
   * `after` (a document path) and `limit` give one page and bill only it.
   */
  listDocuments(
    collectionPath: string,
    options: ReadOptions & { readonly showMissing?: boolean; readonly after?: string; readonly limit?: number },
  ): readonly (Document | { readonly path: string; readonly missing: true })[];

  beginTransaction(
    mode: { readonly kind: 'readWrite'; readonly retry?: TransactionId } | { readonly kind: 'readOnly'; readonly readTime?: Timestamp },
  ): TransactionId;
  rollback(transaction: TransactionId): void;
  /** Atomic. Resolves once the commit is durable (WAL synced, unless in memory). */
  commit(writes: readonly Write[], options?: CommitOptions): Promise<CommitResult>;

  /**
   * Calls back after each commit that changed something, in commit order, once it is durable (synchronously within
   * `commit` when in memory). Reads see a commit a little earlier, and so does `readTime`: a listener that
   * started at time T ignores events with commitTime <= T. Returns the unsubscribe function.
   */
  onCommit(listener: (event: CommitEvent) => void): () => void;
  /** All commits after `time`, oldest first; `undefined` when history no longer reaches back that far, or `time` is of a run whose data is gone. */
  commitsSince(time: Timestamp): readonly CommitEvent[] | undefined;

  /** DELETE …/documents: durable; emits ONE commit event that deletes everything. */
  clear(): Promise<void>;
  /** DELETE …/documents/{path} of the emulator API: a document or collection with everything below it. */
  deleteRecursively(path: string): Promise<void>;

  /** Billed operations since the start or the last reset (docs/facts.md, "What operations cost"). */
  readonly billed: BilledOperations;
  /** Which indexes queries of this run used; for GET …:indexUsage. */
  indexUsage(): unknown;

  exportTo(directory: string): Promise<void>;
  importFrom(directory: string): Promise<void>;
}

export interface BilledOperations {
  reads: number;
  writes: number;
  deletes: number;
}

export interface CommitOptions {
  readonly transaction?: TransactionId;
  /** Aborts when the client no longer waits: a commit that is not applied by then never is. Its reason is thrown. */
  readonly cancelled?: AbortSignal;
  /**
   * Called after locks, preconditions and transforms, before anything is applied. Throwing refuses the whole commit.
   * This is where security rules see the state before and after.
   */
  readonly authorize?: (changes: readonly PreparedWrite[], requestTime: Timestamp, after: (path: string) => Document | undefined) => void;
}

export interface PreparedWrite {
  readonly write: Write;
  /** The document before the whole commit. */
  readonly before: Document | undefined;
  /** The document after the whole commit; undefined when deleted. */
  readonly after: Document | undefined;
}

export interface CommitResult {
  readonly writeResults: readonly WriteResult[];
  readonly commitTime: Timestamp;
}

export interface CommitEvent {
  readonly commitTime: Timestamp;
  /** One per document that really changed; a no-op write is absent. */
  readonly changes: readonly DocumentChange[];
}

export interface DocumentChange {
  readonly path: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}
