import type {
  BilledOperations,
  CommitEvent,
  CommitOptions,
  CommitResult,
  CompiledQuery,
  Database,
  QueryResult,
  ReadOptions,
  TransactionId,
} from '../engine.ts';
import type { IndexPolicy } from '../indexes/index-policy.ts';
import type { Document } from '../model/document.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import { Timestamp, type Value } from '../model/value.ts';
import type { Write } from '../model/write.ts';
import { aggregatedFields, checkAggregations } from '../query/aggregate.ts';
import { compiledQuery } from '../query/compile-query.ts';
import type { NormalQuery, Scope } from '../query/normal-query.ts';
import { normalizeQuery } from '../query/normalize.ts';
import { isBelow } from '../query/query-scope.ts';
import { runAggregation, runQuery } from '../query/run-query.ts';
import { checkWrites } from './check-write.ts';
import { CommitClock } from './commit-clock.ts';
import type { CommitLog } from './commit-log.ts';
import { DocumentTree } from './document-tree.ts';
import { CommitFeed } from './commit-feed.ts';
import { exportDocuments, readExport } from './export-file.ts';
import { History } from './history.ts';
import { type Listed, listCollectionIds, listDocuments } from './list-documents.ts';
import { LockQueue } from './lock-queue.ts';
import { prepareWrites } from './prepare-writes.ts';
import { checkReadTime, type ReadView, readView } from './read-view.ts';
import type { Transaction } from './transaction-table.ts';
import { RpcError } from '../rpc-error.ts';

export interface DatabaseOptions {
  readonly projectId: string;
  readonly databaseId: string;
  readonly log: CommitLog;
  readonly policy: IndexPolicy;
  readonly lockWaitMs: number;
}

const importBatch = 1000;

/** One project's documents in memory, with their history, locks and listeners. */
export class StoredDatabase implements Database {
  readonly projectId: string;
  readonly databaseId: string;
  readonly name: string;
  readonly billed: BilledOperations = { reads: 0, writes: 0, deletes: 0 };
  readonly tree = new DocumentTree();
  readonly history = new History();
  readonly clock = new CommitClock();
  readonly #feed: CommitFeed;
  readonly #locks: LockQueue;
  readonly #options: DatabaseOptions;
  #lastCommit = 0;

  constructor(options: DatabaseOptions) {
    this.projectId = options.projectId;
    this.databaseId = options.databaseId;
    this.name = `projects/${options.projectId}/databases/${options.databaseId}`;
    this.#options = options;
    this.#locks = new LockQueue(options.lockWaitMs);
    this.#feed = new CommitFeed(options.log, options.projectId);
  }

  readTime(): Timestamp {
    return Timestamp.fromMicros(this.#lastCommit || this.clock.now());
  }

  get(path: string, options: ReadOptions = {}): Document | undefined {
    const { view, transaction } = this.#view(options);
    if (transaction) this.#locks.transactions.lockPath(transaction, path);
    if (!options.unbilled) this.billed.reads++;
    return view.get(path);
  }

  runQuery(query: StructuredQuery, options: ReadOptions = {}): QueryResult {
    const normal = this.#accept(query);
    const view = this.#lockScope(normal.scope, options);
    const result = runQuery(normal, this.tree, view.past(normal.scope));
    if (!options.unbilled) this.billed.reads += Math.max(1, result.documents.length + result.skipped);
    return { ...result, readTime: this.#timeOf(view) };
  }

  runAggregation(
    query: StructuredQuery,
    aggregations: readonly Aggregation[],
    options: ReadOptions = {},
  ): { result: ReadonlyMap<string, Value>; readTime: Timestamp } {
    const checked = checkAggregations(aggregations);
    const normal = this.#accept(query, checked);
    const view = this.#lockScope(normal.scope, options);
    const { result, entries } = runAggregation(normal, checked, this.tree, view.past(normal.scope));
    if (!options.unbilled) this.billed.reads += Math.max(1, Math.ceil(entries / 1000));
    return { result, readTime: this.#timeOf(view) };
  }

  compile(query: StructuredQuery): CompiledQuery {
    return compiledQuery(this.#accept(query));
  }

  listCollectionIds(parent: string, options: ReadOptions = {}): readonly string[] {
    return listCollectionIds(this.tree, this.#view(options).view, parent);
  }

  listDocuments(collectionPath: string, options: ReadOptions & { readonly showMissing?: boolean }): readonly Listed[] {
    const view = this.#lockScope({ kind: 'collection', path: collectionPath }, options);
    const listed = listDocuments(this.tree, view, collectionPath, options.showMissing ?? false);
    if (!options.unbilled) this.billed.reads += Math.max(1, listed.length);
    return listed;
  }

  beginTransaction(mode: Parameters<Database['beginTransaction']>[0]): TransactionId {
    if (mode.kind === 'readWrite') return this.#locks.transactions.begin(false, 0).id;
    const micros = mode.readTime ? checkReadTime(mode.readTime, this.clock, this.history) : this.readTime().toMicros();
    return this.#locks.transactions.begin(true, micros).id;
  }

  rollback(transaction: TransactionId): void {
    this.#locks.transactions.rollback(transaction);
  }

  async commit(writes: readonly Write[], options: CommitOptions = {}): Promise<CommitResult> {
    this.#options.log.assertWritable();
    const checked = checkWrites(writes);
    const transaction = options.transaction === undefined ? undefined : this.#locks.transactions.require(options.transaction);
    if (transaction?.readOnly && writes.length > 0)
      throw new RpcError('INVALID_ARGUMENT', 'Cannot modify entities in a read-only transaction.');
    if (transaction) transaction.committing = true;
    try {
      const paths = checked.map((write) => write.path);
      const deadline = Date.now() + this.#locks.waitMs;
      while (!this.#locks.isFree(paths, transaction)) await this.#locks.waitUntilFree(paths, transaction, deadline);
      if (transaction && !this.#locks.transactions.isOpen(transaction))
        throw new RpcError('ABORTED', 'The referenced transaction has expired or is no longer valid.');
      const applied = this.#apply(checked, options);
      if (transaction) this.#locks.transactions.end(transaction);
      await applied.durable;
      return applied.result;
    } finally {
      if (transaction) this.#locks.transactions.end(transaction);
    }
  }

  onCommit(listener: (event: CommitEvent) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  commitsSince(time: Timestamp): readonly CommitEvent[] | undefined {
    return this.history.since(time.toMicros());
  }

  async clear(): Promise<void> {
    this.#locks.abortAll();
    const commitTime = this.#tick();
    const changes = [...this.tree.documents()].map((before) => ({ path: before.path, before, after: undefined }));
    if (changes.length === 0) return;
    this.tree.clear();
    const event = { commitTime, changes };
    this.history.add(event);
    await this.#feed.publish(event, { kind: 'clear', projectId: this.projectId, commitMicros: this.#lastCommit });
  }

  async deleteRecursively(path: string): Promise<void> {
    const doomed = [...this.tree.documents()].filter((document) => document.path === path || isBelow(document.path, path));
    this.#locks.abortAll();
    await this.#store(doomed.map((before) => ({ path: before.path, before, after: undefined })));
  }

  indexUsage(): unknown {
    return this.#options.policy.usage();
  }

  async exportTo(directory: string): Promise<void> {
    await exportDocuments(directory, this.tree.documents());
  }

  async importFrom(directory: string): Promise<void> {
    const documents = await readExport(directory);
    for (let i = 0; i < documents.length; i += importBatch) {
      const commitTime = this.#tick();
      await this.#storeAt(
        commitTime,
        documents.slice(i, i + importBatch).map(({ path, fields }) => ({
          path,
          before: this.tree.get(path),
          after: { path, fields, createTime: commitTime, updateTime: commitTime },
        })),
      );
    }
  }

  /** Takes up a document of the snapshot, before anyone reads. */
  restore(document: Document): void {
    this.tree.set(document.path, document);
  }

  /** The snapshot's documents are complete up to this time; the past before it is unknown. */
  restored(commitMicros: number): void {
    this.clock.observe(commitMicros);
    this.#lastCommit = Math.max(this.#lastCommit, commitMicros);
    this.history.startAt(commitMicros);
  }

  /** All documents of this moment. */
  snapshot(): readonly Document[] {
    return [...this.tree.documents()];
  }

  /** Forgets documents, transactions and what was billed. */
  async reset(): Promise<void> {
    await this.clear();
    this.billed.reads = 0;
    this.billed.writes = 0;
    this.billed.deletes = 0;
  }

  get lastCommitMicros(): number {
    return this.#lastCommit;
  }

  /** Takes up a commit of the log, before anyone reads. */
  recover(commitMicros: number, changes: readonly { readonly path: string; readonly after: Document | undefined }[]): void {
    const commitTime = Timestamp.fromMicros(commitMicros);
    this.clock.observe(commitMicros);
    this.#lastCommit = Math.max(this.#lastCommit, commitMicros);
    this.history.add({ commitTime, changes: changes.map(({ path, after }) => ({ path, before: this.tree.get(path), after })) });
    for (const { path, after } of changes) this.tree.set(path, after);
  }

  #apply(writes: readonly Write[], options: CommitOptions): { result: CommitResult; durable: Promise<void> | undefined } {
    const requestTime = Timestamp.fromMicros(Math.floor(this.clock.now() / 1000) * 1000);
    const commitTime = Timestamp.fromMicros(this.clock.tick());
    const { prepared, changes, results, after } = prepareWrites(writes, {
      databaseName: this.name,
      get: (path) => this.tree.get(path),
      commitTime,
      requestTime,
    });
    options.authorize?.(prepared, requestTime, after);
    for (const { kind } of writes) {
      if (kind === 'update') this.billed.writes++;
      if (kind === 'delete') this.billed.deletes++;
    }
    const result = { writeResults: results, commitTime };
    if (changes.length === 0) return { result, durable: undefined };
    return { result, durable: this.#storeAt(commitTime, changes) };
  }

  #store(changes: CommitEvent['changes']): Promise<void> | undefined {
    return changes.length === 0 ? undefined : this.#storeAt(this.#tick(), changes);
  }

  #storeAt(commitTime: Timestamp, changes: CommitEvent['changes']): Promise<void> | undefined {
    this.#lastCommit = commitTime.toMicros();
    for (const { path, after } of changes) this.tree.set(path, after);
    const event = { commitTime, changes };
    this.history.add(event);
    return this.#feed.publish(event, { kind: 'commit', projectId: this.projectId, commitMicros: this.#lastCommit, changes });
  }

  #tick(): Timestamp {
    this.#lastCommit = this.clock.tick();
    return Timestamp.fromMicros(this.#lastCommit);
  }

  #accept(query: StructuredQuery, aggregations: readonly Aggregation[] = []): NormalQuery {
    const normal = normalizeQuery(query, this.name);
    this.#options.policy.check(normal, aggregatedFields(aggregations));
    return normal;
  }

  #lockScope(scope: Scope, options: ReadOptions): ReadView {
    const { view, transaction } = this.#view(options);
    if (transaction) this.#locks.transactions.lockCollection(transaction, collectionIdOf(scope));
    return view;
  }

  #view(options: ReadOptions): { view: ReadView; transaction: Transaction | undefined } {
    const transaction = options.transaction === undefined ? undefined : this.#locks.transactions.require(options.transaction);
    const asked = options.readTime ? checkReadTime(options.readTime, this.clock, this.history) : undefined;
    return { view: readView(this.tree, this.history, transaction?.readOnly ? transaction.snapshot : asked), transaction };
  }

  #timeOf(view: ReadView): Timestamp {
    return view.micros === undefined ? this.readTime() : Timestamp.fromMicros(view.micros);
  }
}

/** Kindless scopes lock everything, which is `''`. */
function collectionIdOf(scope: Scope): string {
  if (scope.kind === 'any') return '';
  return scope.kind === 'group' ? scope.collectionId : scope.path.slice(scope.path.lastIndexOf('/') + 1);
}
