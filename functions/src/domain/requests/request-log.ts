import { log } from '../../config/log.ts';
import type { Store } from '../../store/access.ts';
import { requestChunks } from '../../store/collections.ts';
import { unmetered } from '../../store/model/meter.ts';
import type { Write } from '../../store/model/writes.ts';
import type { LoggedAs } from '../api-keys/api-caller.ts';
import { pack, type Retention, retentionOf, type WaitingLine } from './chunk.ts';
import { createSampler } from './sampler.ts';

/** A chunk of fifty lines costs 0.02 writes a call. */
const inOneChunk = 300;
const worthAWrite = 50;
const busyMillis = 10_000;
const quietMillis = 60_000;
const watchedMillis = 2_000;
/** Lines that wait at most, while the database does not take them. */
const room = 5_000;
const writesAtOnce = 4;
const triesAtMost = 10;

export interface RequestLog {
  /**
   * Takes a line of a call that is about to be answered.
   * @returns a write that the answer should wait for: somebody looks, or it is the minute's first failure on our side
   */
  add(line: WaitingLine, logged: LoggedAs): Promise<void> | null;
  /** Writes what is due. An instance may sleep after an answer, so each request begins with it. */
  flushDue(): void;
  /** Writes the line of a call at once, where it still waits here: somebody asks for it. */
  flushLine(id: string): Promise<void>;
  /** Writes all lines, before the instance ends. */
  flush(): Promise<void>;
}

interface Services {
  readonly store: () => Store;
  readonly makeId: () => { id: string };
  readonly now: () => number;
}

/** Keeps lines in memory and writes them in packed chunks. The last lines of a crashed instance are lost, at most a minute's. Decision 068. */
export function createRequestLog({ store, makeId, now }: Services): RequestLog {
  const waiting: Record<Retention, WaitingLine[]> = { short: [], long: [] };
  const known = new Set<WaitingLine>();
  /** Chunks that the database did not take. */
  const failed: Write[] = [];
  const keeps = createSampler((line) => known.has(line));
  const flushedAt = { short: 0, long: 0 };
  /** Until then somebody looks at lines of this kind. */
  const watched = { short: 0, long: 0 };
  let lostAt = 0;
  let alarmedMinute = 0;
  let writing = 0;
  let timer: { readonly handle: NodeJS.Timeout; readonly at: number } | undefined;

  return { add, flushDue, flushLine, flush };

  function add(line: WaitingLine, { tier, watchedUntil }: LoggedAs): Promise<void> | null {
    const retention = retentionOf(tier);
    if (!keeps(line, known.size >= room)) return null;
    waiting[retention].push(line);
    known.add(line);
    const at = now();
    watched[retention] = Math.max(watched[retention], watchedUntil);
    const isAlarm = isFailure(line) && alarmedMinute !== minuteOf(at);
    if (isAlarm) alarmedMinute = minuteOf(at);
    if (isAlarm || (watchedUntil > at && at - flushedAt[retention] >= watchedMillis)) return write(retention);
    flushDue();
    wake();
    return null;
  }

  function flushDue(): void {
    const at = now();
    for (const retention of ['short', 'long'] as const) {
      const { length } = waiting[retention];
      const isBusy = length >= worthAWrite && at - flushedAt[retention] >= busyMillis;
      if ((length >= inOneChunk || isBusy) && writing < writesAtOnce) void write(retention);
    }
    // With few lines an instance writes one chunk a minute, of the kind whose lines have waited longer.
    if (at - Math.max(flushedAt.short, flushedAt.long) < quietMillis) return;
    const [oldest] = (['short', 'long'] as const)
      .filter((retention) => waiting[retention].length > 0)
      .sort((a, b) => (waiting[a][0]?.millis ?? 0) - (waiting[b][0]?.millis ?? 0));
    if (oldest) void write(oldest);
    else if (failed.length > 0) void writeFailed();
  }

  /** Not when a request begins: its own line would then come too late for this write. */
  function flushWatched(): void {
    const at = now();
    for (const retention of ['short', 'long'] as const) {
      if (watched[retention] > at && waiting[retention].length > 0 && at - flushedAt[retention] >= watchedMillis) void write(retention);
    }
  }

  async function flushLine(id: string): Promise<void> {
    for (const retention of ['short', 'long'] as const) if (waiting[retention].some((line) => line.id === id)) await write(retention);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer?.handle);
    timer = undefined;
    const due: Promise<void>[] = [];
    for (const retention of ['short', 'long'] as const) while (waiting[retention].length > 0) due.push(write(retention));
    await Promise.all([...due, writeFailed()]);
  }

  function write(retention: Retention): Promise<void> {
    const lines = waiting[retention].splice(0, inOneChunk);
    for (const line of lines) known.delete(line);
    flushedAt[retention] = now();
    return send(requestChunks.set(makeId().id, pack(lines, retention, now())));
  }

  function writeFailed(): Promise<void> {
    const write = failed.shift();
    return write ? send(write) : Promise.resolve();
  }

  /** A repetition writes the same document, so a chunk is never there twice. */
  async function send(write: Write): Promise<void> {
    writing += 1;
    try {
      await unmetered(() => store().commit([write]));
    } catch (error) {
      if (failed.length < triesAtMost) failed.push(write);
      if (now() - lostAt >= quietMillis) log.warn('requests.notWritten', { waiting: failed.length }, error);
      lostAt = now();
    } finally {
      writing -= 1;
    }
  }

  function wake(): void {
    if (known.size === 0) return;
    const at = now();
    const millis = Math.max(watched.short, watched.long) > at ? watchedMillis : quietMillis;
    if (timer && timer.at <= at + millis) return;
    clearTimeout(timer?.handle);
    const handle = setTimeout(() => {
      timer = undefined;
      flushWatched();
      flushDue();
      wake();
    }, millis).unref();
    timer = { handle, at: at + millis };
  }
}

const minuteOf = (at: number) => Math.floor(at / 60_000);

/** A failure on our side. What staff have switched off is refused on purpose, and a refusal writes nothing. */
function isFailure({ status, code }: WaitingLine): boolean {
  return status >= 500 && code !== 'feature-off' && code !== 'maintenance';
}
