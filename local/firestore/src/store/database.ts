import type {
  BilledOperations,
  CommitEvent,
  CommitOptions,
  CommitResult,
  Database,
  QueryResult,
  ReadOptions,
  TransactionId,
} from './engine.ts';
import type { IndexPolicy } from '../indexes/index-policy.ts';
import type { PlannedIndex } from '../indexes/query-plan.ts';
import type { Document } from '../model/document.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import { Timestamp, type Value } from '../model/value.ts';
import type { Write } from '../model/write.ts';
import { aggregatedFields, checkAggregations } from '../query/aggregate.ts';
import { compiledQuery, type CompiledQuery } from '../query/compile-query.ts';
import type { NormalQuery, Scope } from '../query/normal-query.ts';
import { normalizeQuery } from '../query/normalize.ts';
import { isBelow } from '../query/query-scope.ts';
import { runAggregation, runQuery } from '../query/run-query.ts';
import { checkWrites } from './check-write.ts';
import type { CommitLog } from './log/commit-log.ts';
import { DatabaseState } from './database-state.ts';
import { exportDocuments } from './export-file.ts';
import { importDocuments } from './import-documents.ts';
import { type Listed, type ListOptions, listCollectionIds, listDocuments } from './list-documents.ts';
import { LockQueue } from './lock-queue.ts';
import { prepareWrites } from './prepare-writes.ts';
import { checkKept, checkReadTime, type ReadView, readView } from './read-view.ts';
import type { Transaction } from './transaction-table.ts';
import { RpcError } from '../model/rpc-error.ts';

export interface DatabaseOptions {
  readonly projectId: string;
  readonly databaseId: string;
  readonly log: CommitLog;
  readonly policy: IndexPolicy;
  readonly lockWaitMs: number;
}

/** One project's documents in memory, with their history, locks and listeners. */
export class StoredDatabase implements Database {
  readonly projectId: string;
  readonly databaseId: string;
  readonly name: string;
  readonly billed: BilledOperations = { reads: 0, writes: 0, deletes: 0 };
  readonly state: DatabaseState;
  readonly #locks: LockQueue;
  readonly #options: DatabaseOptions;

  constructor(options: DatabaseOptions) {
    this.projectId = options.projectId;
    this.databaseId = options.databaseId;
    this.name = `projects/${options.projectId}/databases/${options.databaseId}`;
    this.state = new DatabaseState(options.projectId, options.log);
    this.#options = options;
    this.#locks = new LockQueue(options.lockWaitMs);
  }

  readTime(options: ReadOptions = {}): Timestamp {
    return this.#timeOf(this.#view(options).view);
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
    const result = runQuery(normal, this.state.tree, view.past(normal.scope));
    if (!options.unbilled) this.billed.reads += Math.max(1, result.documents.length + result.skipped);
    return { ...result, readTime: this.#timeOf(view) };
  }

  runAggregation(
    query: StructuredQuery,
    aggregations: readonly Aggregation[],
    options: ReadOptions = {},
  ): { result: ReadonlyMap<string, Value>; readTime: Timestamp; entries: number } {
    const checked = checkAggregations(aggregations);
    const normal = this.#accept(query, checked);
    const view = this.#lockScope(normal.scope, options);
    const { result, entries } = runAggregation(normal, { aggregations: checked, tree: this.state.tree, past: view.past(normal.scope) });
    if (!options.unbilled) this.billed.reads += Math.max(1, Math.ceil(entries / 1000));
    return { result, readTime: this.#timeOf(view), entries };
  }

  plan(query: StructuredQuery, aggregations: readonly Aggregation[]): readonly PlannedIndex[] {
    const checked = aggregations.length === 0 ? [] : checkAggregations(aggregations);
    return this.#options.policy.plan(this.#accept(query, checked), aggregatedFields(checked));
  }

  compile(query: StructuredQuery): CompiledQuery {
    return compiledQuery(this.#accept(query));
  }

  listCollectionIds(parent: string, options: ReadOptions = {}): readonly string[] {
    return listCollectionIds(this.state.tree, this.#view(options).view, parent);
  }

  listDocuments(collectionPath: string, options: ReadOptions & ListOptions): readonly Listed[] {
    const view = this.#lockScope({ kind: 'collection', path: collectionPath }, options);
    const listed = listDocuments(this.state.tree, { view, collectionPath, options });
    if (!options.unbilled) this.billed.reads += Math.max(1, listed.length);
    return listed;
  }

  beginTransaction(mode: Parameters<Database['beginTransaction']>[0]): TransactionId {
    if (mode.kind === 'readWrite') return this.#locks.transactions.begin(false, 0).id;
    const micros = mode.readTime ? checkReadTime(mode.readTime, this.state.clock, this.state.history) : this.state.readTime().toMicros();
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
      const until = { deadline, cancelled: options.cancelled };
      while (!this.#locks.isFree(paths, transaction)) await this.#locks.waitUntilFree(paths, transaction, until);
      options.cancelled?.throwIfAborted();
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
    return this.state.feed.subscribe(listener);
  }

  commitsSince(time: Timestamp): readonly CommitEvent[] | undefined {
    return this.state.commitsSince(time.toMicros());
  }

  async clear(): Promise<void> {
    this.#options.log.assertWritable();
    this.#locks.abortAll();
    await this.state.clear();
  }

  async deleteRecursively(path: string): Promise<void> {
    this.#options.log.assertWritable();
    this.#locks.abortAll();
    const doomed = [...this.state.tree.documents()].filter((document) => document.path === path || isBelow(document.path, path));
    await this.state.apply(
      this.state.tick(),
      doomed.map((before) => ({ path: before.path, before, after: undefined })),
    );
  }

  /** Forgets documents, transactions and what was billed. */
  async reset(): Promise<void> {
    await this.clear();
    Object.assign(this.billed, { reads: 0, writes: 0, deletes: 0 });
  }

  indexUsage(): unknown {
    return this.#options.policy.usage();
  }

  async exportTo(directory: string): Promise<void> {
    await exportDocuments(directory, this.state.tree.documents());
  }

  async importFrom(directory: string): Promise<void> {
    await importDocuments(directory, this.state);
  }

  #apply(writes: readonly Write[], options: CommitOptions): { result: CommitResult; durable: Promise<void> | undefined } {
    const { state } = this;
    const requestTime = Timestamp.fromMicros(Math.floor(state.clock.now() / 1000) * 1000);
    const commitTime = state.tick();
    const base = { databaseName: this.name, get: (path: string) => state.tree.get(path), commitTime, requestTime };
    const { prepared, changes, results, after } = prepareWrites(writes, base);
    for (const { path, after: document } of changes) if (document) this.#options.policy.checkDocument(path, document.fields);
    options.authorize?.(prepared, requestTime, after);
    for (const { kind } of writes) {
      if (kind === 'update') this.billed.writes++;
      if (kind === 'delete') this.billed.deletes++;
    }
    return { result: { writeResults: results, commitTime }, durable: state.apply(commitTime, changes) };
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
    const micros = transaction?.readOnly ? transaction.snapshot : this.#askedTime(options);
    if (micros !== undefined) checkKept(micros, this.state.history);
    return { view: readView(this.state.tree, this.state.history, micros), transaction };
  }

  #askedTime({ readTime, unbilled }: ReadOptions): number | undefined {
    if (readTime === undefined || unbilled) return readTime?.toMicros();
    return checkReadTime(readTime, this.state.clock, this.state.history);
  }

  #timeOf(view: ReadView): Timestamp {
    return view.micros === undefined ? this.state.readTime() : Timestamp.fromMicros(view.micros);
  }
}

/** Kindless scopes lock everything, which is `''`. */
function collectionIdOf(scope: Scope): string {
  if (scope.kind === 'any') return '';
  return scope.kind === 'group' ? scope.collectionId : scope.path.slice(scope.path.lastIndexOf('/') + 1);
}
