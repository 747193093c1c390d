import type { CommitLog, LogEntry } from '../commit-log.ts';
import { logPath, type RecoveredLog, removeOutdated, snapshotPath } from './data-directory.ts';
import { LogWriter } from './log-writer.ts';
import { type ProjectState, syncDirectory, writeSnapshot } from './write-snapshot.ts';

const minCompactionBytes = 32 << 20;

/** The log of a data directory; when it has grown past twice the snapshot, a new snapshot replaces it in the background. */
export class DurableLog implements CommitLog {
  readonly #directory: string;
  readonly #state: () => readonly ProjectState[];
  readonly #writer: LogWriter;
  #generation: number;
  #snapshotSize: number;
  #compaction: Promise<void> | undefined;

  private constructor(directory: string, recovered: RecoveredLog, writer: LogWriter, state: () => readonly ProjectState[]) {
    this.#directory = directory;
    this.#state = state;
    this.#writer = writer;
    this.#generation = recovered.generation;
    this.#snapshotSize = recovered.snapshotSize;
  }

  /** @param state all documents in memory, taken in one go */
  static async open(directory: string, recovered: RecoveredLog, state: () => readonly ProjectState[]): Promise<DurableLog> {
    const writer = await LogWriter.open(recovered.path, recovered.size);
    await syncDirectory(directory);
    return new DurableLog(directory, recovered, writer, state);
  }

  assertWritable(): void {
    this.#writer.assertWritable();
  }

  append(entry: LogEntry): Promise<void> {
    const durable = this.#writer.append(entry);
    if (this.#writer.size > Math.max(minCompactionBytes, this.#snapshotSize * 2))
      this.#compaction ??= this.compact().finally(() => (this.#compaction = undefined));
    return durable;
  }

  /** Replaces everything logged so far by a snapshot. Commits go on meanwhile. */
  async compact(): Promise<void> {
    const generation = this.#generation + 1;
    await this.#writer.switchTo(logPath(this.#directory, generation));
    this.#generation = generation;
    const state = this.#state();
    await syncDirectory(this.#directory);
    this.#snapshotSize = await writeSnapshot(snapshotPath(this.#directory, generation), state);
    removeOutdated(this.#directory, generation);
  }

  async close(): Promise<void> {
    await this.#compaction;
    await this.#writer.close();
  }
}
