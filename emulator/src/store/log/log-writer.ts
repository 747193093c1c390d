import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RpcError } from '../../rpc-error.ts';
import type { LogEntry } from '../commit-log.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeEntry } from './entry-codec.ts';
import { frameOf, headerSize } from './frame.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * On Linux a write itself waits for the disk, just as a sync after it would (https://man7.org/linux/man-pages/man2/open.2.html,
 * O_DSYNC): one trip to the thread pool instead of two. On macOS only a sync reaches what lies behind the disk's cache.
 */
const syncsItself = process.platform === 'linux';
const append = syncsItself ? constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_DSYNC : 'a';

/**
 * Appends entries to one file. Entries that arrive while a sync is under way share the next frame and its sync
 * (group commit); a frame is written only after the one before is on disk, so only the last can be torn.
 */
export class LogWriter {
  #pending = new ByteWriter();
  #waiting: PromiseWithResolvers<void> | undefined;
  #running: Promise<void> | undefined;
  #failure: unknown;
  #file: FileHandle;
  #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** @param size bytes of the file that are valid; the rest must have been cut off */
  static async open(path: string, size: number): Promise<LogWriter> {
    return new LogWriter(await open(path, append), size);
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size;
  }

  /** @throws RpcError UNAVAILABLE after the disk has failed once: memory would run ahead of the log */
  assertWritable(): void {
    if (this.#failure !== undefined)
      throw new RpcError('UNAVAILABLE', 'The commit log could not be written; restart the server.', { cause: this.#failure });
  }

  /** Resolves when the entry is on disk. */
  append(entry: LogEntry): Promise<void> {
    writeEntry(this.#pending, entry);
    this.#waiting ??= Promise.withResolvers<void>();
    const { promise } = this.#waiting;
    this.#running ??= this.#run();
    return promise;
  }

  /** Continues in another file once everything before is on disk in this one. */
  async switchTo(path: string): Promise<void> {
    const next = await open(path, append);
    await syncDirectory(dirname(path));
    // A run that begins after this one waits for the next turn of the event loop before it writes.
    await this.#running;
    const old = this.#file;
    this.#file = next;
    this.#size = 0;
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
        await this.#file.appendFile(frameOf(payload));
        if (!syncsItself) await this.#file.datasync();
        this.#size += headerSize + payload.length;
        waiting.resolve();
      } catch (error) {
        this.#failure ??= error;
        waiting.reject(new RpcError('UNAVAILABLE', 'The commit could not be written to disk.', { cause: error }));
      }
    }
    this.#running = undefined;
  }
}
