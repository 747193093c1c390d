import { dirname } from 'node:path';
import { RpcError } from '../../model/rpc-error.ts';
import type { LogEntry } from './commit-log.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeEntry } from './entry-codec.ts';
import { frameOf } from './frame.ts';
import { LogFile } from './log-file.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Appends entries to one file. Entries that arrive while a sync is under way share the next frame and its sync
 * (group commit); a frame is written only after the one before is on disk, so only the last can be torn.
 */
export class LogWriter {
  #pending = new ByteWriter();
  #waiting: Deferred | undefined;
  #running: Promise<void> | undefined;
  #failure: unknown;
  #file: LogFile;

  private constructor(file: LogFile) {
    this.#file = file;
  }

  /** @param size bytes of the file that are valid; the rest must have been cut off */
  static async open(path: string, size: number): Promise<LogWriter> {
    return new LogWriter(await LogFile.open(path, size));
  }

  /** Bytes of the entries in the file. */
  get size(): number {
    return this.#file.size;
  }

  /** @throws RpcError UNAVAILABLE after the disk has failed once: memory would run ahead of the log */
  assertWritable(): void {
    if (this.#failure !== undefined)
      throw new RpcError('UNAVAILABLE', 'The commit log could not be written; restart the server.', { cause: this.#failure });
  }

  /** Resolves when the entry is on disk. */
  append(entry: LogEntry): Promise<void> {
    writeEntry(this.#pending, entry);
    this.#waiting ??= deferred();
    const { promise } = this.#waiting;
    this.#running ??= this.#run();
    return promise;
  }

  /** Continues in another file once everything before is on disk in this one. */
  async switchTo(path: string): Promise<void> {
    const next = await LogFile.open(path, 0);
    await syncDirectory(dirname(path));
    // A run that begins after this one waits for the next turn of the event loop before it writes.
    await this.#running;
    const old = this.#file;
    this.#file = next;
    await old.close();
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#file.close();
  }

  async #run(): Promise<void> {
    // Commits of the same turn of the event loop share the first frame.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting) {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      const payload = this.#pending.take();
      try {
        this.assertWritable();
        await this.#file.append(frameOf(payload));
        waiting.resolve();
      } catch (error) {
        this.#failure ??= error;
        waiting.reject(new RpcError('UNAVAILABLE', 'The commit could not be written to disk.', { cause: error }));
      }
    }
    this.#running = undefined;
  }
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** As Promise.withResolvers, which Node has since 22. */
function deferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> | undefined;
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // The executor has run by now.
  return { promise, ...(settle as Omit<Deferred, 'promise'>) };
}
