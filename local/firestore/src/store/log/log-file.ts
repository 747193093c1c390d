import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * On Linux a write itself waits for the disk, just as a sync after it would (https://man7.org/linux/man-pages/man2/open.2.html,
 * O_DSYNC): one trip to the thread pool instead of two. On macOS only a sync reaches what lies behind the disk's cache.
 */
const syncsItself = process.platform === 'linux';
const flags = constants.O_WRONLY | constants.O_CREAT | (syncsItself ? constants.O_DSYNC : 0);

/** Bytes of room made at once: as much as the file already holds, within these. */
const leastRoom = 1 << 16;
const mostRoom = 1 << 20;

/**
 * A file that grows at its end, each write on disk before it resolves. Behind the end lies room, filled with zeros: a write into
 * it changes neither the file's size nor which blocks belong to it, and so waits only for its own bytes and not for the file
 * system's journal too (PostgreSQL's `wal_init_zero` does the same: https://www.postgresql.org/docs/15/runtime-config-wal.html).
 * A killed process leaves the room behind; `readFrames` distinguishes it from damage. Decision 005.
 */
export class LogFile {
  readonly #file: FileHandle;
  #size: number;
  /** Where the room ends. */
  #end: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
    this.#end = size;
  }

  /** @param size bytes of the file that are valid; the rest must have been cut off */
  static async open(path: string, size: number): Promise<LogFile> {
    return new LogFile(await open(path, flags), size);
  }

  /** Bytes without the room. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when the bytes are on disk behind those before. One at a time. */
  async append(bytes: Buffer): Promise<void> {
    const end = this.#size + bytes.length;
    if (end <= this.#end) await this.#write(bytes);
    else {
      const room = Math.min(mostRoom, Math.max(leastRoom, end));
      await this.#write(Buffer.concat([bytes, Buffer.alloc(room)]));
      this.#end = end + room;
    }
    this.#size = end;
  }

  async close(): Promise<void> {
    try {
      if (this.#end > this.#size) await this.#file.truncate(this.#size);
    } finally {
      await this.#file.close();
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#size + done);
      done += bytesWritten;
    }
    if (!syncsItself) await this.#file.datasync();
  }
}
