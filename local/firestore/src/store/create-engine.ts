import { mkdirSync } from 'node:fs';
import type { Database, Engine } from './engine.ts';
import type { IndexConfig } from '../indexes/index-config.ts';
import { createIndexPolicy } from '../indexes/create-index-policy.ts';
import { RpcError } from '../model/rpc-error.ts';
import { type CommitLog, type LogEntry, noLog } from './log/commit-log.ts';
import { StoredDatabase } from './database.ts';
import { recoverDirectory } from './log/data-directory.ts';
import { lockDirectory } from './log/directory-lock.ts';
import { DurableLog } from './log/durable-log.ts';
import type { ProjectState } from './log/write-snapshot.ts';

export interface EngineOptions {
  /** Where commits are kept; without it everything is in memory only. */
  readonly dataDir?: string;
  readonly indexMode: 'strict' | 'permissive';
  readonly indexes?: IndexConfig;
  /** How long a write waits for foreign transactions before it is ABORTED; 2,000 ms when absent. */
  readonly lockWaitMs?: number;
  /** The log is replaced by a snapshot when it is larger than this and than two snapshots; 32 MiB when absent. */
  readonly compactAfterBytes?: number;
  /** Start from a damaged data directory with what precedes the damage. */
  readonly salvage?: boolean;
  /** One sentence about something that was dropped at start; by default it goes to standard error. */
  readonly onNotice?: (message: string) => void;
}

/**
 * Opens the document engine.
 * @throws Error when the data directory is in use or damaged
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  // A bad field path in the configuration shows now, not at the first request.
  createIndexPolicy(options.indexMode, options.indexes ?? {}, '');
  const engine = new StoredEngine(options);
  if (options.dataDir !== undefined) await engine.open(options.dataDir);
  return engine;
}

class StoredEngine implements Engine {
  readonly #databases = new Map<string, StoredDatabase>();
  readonly #options: EngineOptions;
  #log: CommitLog = noLog;
  #release: () => void = () => undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  async open(directory: string): Promise<void> {
    const snapshotTimes = new Map<StoredDatabase, number>();
    const salvage = this.#options.salvage ?? false;
    const onNotice = this.#options.onNotice ?? ((message) => process.stderr.write(`${message}\n`));
    mkdirSync(directory, { recursive: true });
    this.#release = lockDirectory(directory);
    try {
      const recovered = recoverDirectory(
        directory,
        {
          onSnapshotEntry: (entry) => snapshotTimes.set(this.#restore(entry), entry.commitMicros),
          onLogEntry: (entry) => {
            for (const [database, micros] of snapshotTimes) database.state.restored(micros);
            snapshotTimes.clear();
            this.#replay(entry);
          },
          onNotice,
        },
        salvage,
      );
      for (const [database, micros] of snapshotTimes) database.state.restored(micros);
      this.#log = await DurableLog.open({
        directory,
        recovered,
        state: () => this.#state(),
        compactAfterBytes: this.#options.compactAfterBytes ?? 32 << 20,
        onNotice,
      });
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  database(projectId: string, databaseId: string): Database {
    if (databaseId !== '(default)')
      throw new RpcError('UNIMPLEMENTED', `Named databases are not implemented: "${databaseId}". Use "(default)".`);
    return this.#database(projectId);
  }

  async reset(): Promise<void> {
    await Promise.all([...this.#databases.values()].map((database) => database.reset()));
  }

  async close(): Promise<void> {
    await this.#log.close();
    this.#release();
  }

  #database(projectId: string): StoredDatabase {
    const known = this.#databases.get(projectId);
    if (known) return known;
    const database = new StoredDatabase({
      projectId,
      databaseId: '(default)',
      log: { assertWritable: () => this.#log.assertWritable(), append: (entry) => this.#log.append(entry), close: () => this.#log.close() },
      policy: createIndexPolicy(this.#options.indexMode, this.#options.indexes ?? {}, projectId),
      lockWaitMs: this.#options.lockWaitMs ?? 2000,
    });
    this.#databases.set(projectId, database);
    return database;
  }

  #restore(entry: LogEntry): StoredDatabase {
    const database = this.#database(entry.projectId);
    for (const { after } of entry.kind === 'commit' ? entry.changes : []) if (after) database.state.restore(after);
    return database;
  }

  #replay(entry: LogEntry): void {
    const database = this.#database(entry.projectId);
    const changes =
      entry.kind === 'commit' ? entry.changes : [...database.state.tree.documents()].map(({ path }) => ({ path, after: undefined }));
    database.state.recover(entry.commitMicros, changes);
  }

  #state(): readonly ProjectState[] {
    return [...this.#databases.values()].map((database) => ({
      projectId: database.projectId,
      commitMicros: database.state.lastCommit,
      documents: [...database.state.tree.documents()],
    }));
  }
}
