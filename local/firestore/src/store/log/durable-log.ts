import type { CommitLog, LogEntry } from './commit-log.ts';
import { logPath, type RecoveredLog, removeOutdated, snapshotPath } from './data-directory.ts';
import { LogWriter } from './log-writer.ts';
import { syncDirectory } from './sync-directory.ts';
import { type ProjectState, writeSnapshot } from './write-snapshot.ts';

export interface DurableLogOptions {
  readonly directory: string;
  readonly recovered: RecoveredLog;
  /** All documents in memory, taken in one go. */
  readonly state: () => readonly ProjectState[];
  readonly compactAfterBytes: number;
  readonly onNotice: (message: string) => void;
}

/** The log of a data directory; when it has grown past twice the snapshot, a new snapshot replaces it in the background. */
export class DurableLog implements CommitLog {
  readonly #options: DurableLogOptions;
  readonly #writer: LogWriter;
  #generation: number;
  /** Bytes of older logs that no snapshot has replaced yet. */
  #loggedBefore: number;
  /** The next snapshot is due when this many bytes are logged. */
  #due: number;
  #compaction: Promise<void> | undefined;

  private constructor(options: DurableLogOptions, writer: LogWriter) {
    this.#options = options;
    this.#writer = writer;
    this.#generation = options.recovered.generation;
    this.#loggedBefore = options.recovered.loggedBefore;
    this.#due = dueAfter(options, options.recovered.snapshotSize);
  }

  static async open(options: DurableLogOptions): Promise<DurableLog> {
    const writer = await LogWriter.open(options.recovered.path, options.recovered.size);
    await syncDirectory(options.directory);
    return new DurableLog(options, writer);
  }

  assertWritable(): void {
    this.#writer.assertWritable();
  }

  append(entry: LogEntry): Promise<void> {
    const durable = this.#writer.append(entry);
    if (this.#loggedBefore + this.#writer.size > this.#due) this.#compaction ??= this.#compact();
    return durable;
  }

  async close(): Promise<void> {
    await this.#compaction;
    await this.#writer.close();
  }

  /** Replaces everything logged so far by a snapshot while commits go on. Without it the old files stay and are read at start. */
  async #compact(): Promise<void> {
    const { directory, state, onNotice } = this.#options;
    try {
      const generation = this.#generation + 1;
      const { size } = this.#writer;
      await this.#writer.switchTo(logPath(directory, generation));
      this.#generation = generation;
      this.#loggedBefore += size;
      const snapshotSize = await writeSnapshot(snapshotPath(directory, generation), state());
      removeOutdated(directory, generation);
      this.#loggedBefore = 0;
      this.#due = dueAfter(this.#options, snapshotSize);
    } catch (error) {
      // Not at once again, for the disk may be full.
      this.#due = this.#loggedBefore + this.#writer.size + this.#options.compactAfterBytes;
      onNotice(`The snapshot could not be written; the log keeps growing: ${String(error)}`);
    } finally {
      this.#compaction = undefined;
    }
  }
}

function dueAfter({ compactAfterBytes }: DurableLogOptions, snapshotSize: number): number {
  return Math.max(compactAfterBytes, snapshotSize * 2);
}
