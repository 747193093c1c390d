import { randomBytes } from 'node:crypto';
import { log } from '../../config/log.ts';
import type { Store } from '../../store/access.ts';
import { callSums } from '../../store/collections.ts';
import { unmetered } from '../../store/model/meter.ts';
import type { Transaction } from '../../store/transaction.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { WaitingLine } from '../requests/chunk.ts';
import { addCall, stepOf } from './call-sum.ts';
import { addDay, groupOf, type DaySums, hourOf, type HourSums, packDay, unpackDay } from './day-sums.ts';

/** A write for fifty calls is 0.02 writes a call. */
const worthAWrite = 50;
const busyMillis = 60_000;
const quietMillis = 600_000;
/** Calls after a quiet time wait so long for others, and are then told: whoever has sent a first call looks for it. */
const firstMillis = 10_000;
/** The days that a report spans at most, and one. */
const keptDays = 93;
/** Sums that the database does not take end after so many tries: credits are counted elsewhere. */
const triesAtMost = 3;
/** Additions that a document remembers: more than all instances make between a try and its repetition. */
const rememberedAdditions = 100;

export type CountedLine = Pick<WaitingLine, 'projectId' | 'millis' | 'storageId' | 'key' | 'user' | 'verb' | 'status' | 'ms' | 'credits'>;

export interface CallSums {
  count(line: CountedLine, tenantId: string): void;
  /** Writes all, before the instance ends. */
  flush(): Promise<void>;
}

interface Waiting {
  readonly tenantId: string;
  readonly projectId: string;
  /** By the day, as yyyymmdd. */
  readonly days: Map<string, DaySums>;
  /** The hour of the last call; the next is mostly of the same. */
  latest?: { readonly hour: number; readonly sums: HourSums };
  readonly since: number;
  calls: number;
}

/** Sums on their way to the document of their day. */
interface Addition extends Pick<Waiting, 'tenantId' | 'projectId'> {
  /** The document remembers it: where only the answer was lost, a repetition adds nothing. */
  readonly id: string;
  readonly day: string;
  readonly sums: DaySums;
  readonly tries: number;
}

/**
 * Sums of a project's calls by the hour, for its reports. An instance adds its own to the day's document when fifty calls wait, once a minute
 * at most, and those of a quiet project every ten minutes: one read and one write. Decision 091.
 */
export function createCallSums({ store, now }: { readonly store: () => Store; readonly now: () => number }): CallSums {
  const waiting = new Map<string, Waiting>();
  /** Projects of the last ten minutes, by when they were written. */
  const writtenAt = new Map<string, number>();
  /** Tried again with the next write, ten seconds later at most: their projects are in `writtenAt`. */
  let failed: Addition[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  return { count, flush };

  function count(line: CountedLine, tenantId: string): void {
    const { projectId } = line;
    const found = waiting.get(projectId) ?? { tenantId, projectId, days: new Map(), since: now(), calls: 0 };
    waiting.set(projectId, found);
    found.calls += 1;
    addLine(found, line);
    // An instance may sleep after an answer, so each call looks for what is due.
    if (isDue(found)) void write([found]);
    timer ??= setInterval(() => void writeDue(), firstMillis).unref();
  }

  function isDue({ projectId, calls, since }: Waiting): boolean {
    const before = writtenAt.get(projectId);
    if (before === undefined || now() - before >= quietMillis) return now() - since >= firstMillis;
    return calls >= worthAWrite && now() - before >= busyMillis;
  }

  async function writeDue(): Promise<void> {
    for (const [id, at] of writtenAt) if (now() - at >= quietMillis) writtenAt.delete(id);
    if (waiting.size === 0 && writtenAt.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    await write([...waiting.values()].filter(isDue));
  }

  function flush(): Promise<void> {
    return write([...waiting.values()]);
  }

  /** One after the other: two writes of one day would only wait for each other. */
  function write(due: readonly Waiting[]): Promise<void> {
    for (const { projectId } of due) {
      waiting.delete(projectId);
      writtenAt.set(projectId, now());
    }
    const additions = due.flatMap(additionsOf);
    written = written.then(async () => {
      const again = failed;
      failed = [];
      for (const addition of [...again, ...additions]) await add(addition);
    });
    return written;
  }

  async function add(addition: Addition): Promise<void> {
    const { projectId, tries } = addition;
    try {
      await unmetered(() => store().transaction((tx) => put(tx, addition)));
    } catch (error) {
      log.warn('callSums.notWritten', { projectId, tries }, error);
      if (tries + 1 < triesAtMost) failed.push({ ...addition, tries: tries + 1 });
    }
  }
}

function additionsOf({ tenantId, projectId, days }: Waiting): Addition[] {
  return [...days].map(([day, sums]) => ({ id: randomBytes(6).toString('base64url'), tenantId, projectId, day, sums, tries: 0 }));
}

async function put(tx: Transaction, { id, tenantId, projectId, day, sums }: Addition): Promise<void> {
  const stored = await tx.callSums.get(callSumsId(projectId, day));
  const added = stored?.data.added ?? [];
  if (added.includes(id)) return;
  const all = stored ? unpackDay(stored.data.hours) : {};
  addDay(all, sums);
  const expiresAt = Timestamp.fromMillis(Date.parse(isoOf(day)) + keptDays * 86_400_000);
  const document = { tenantId, projectId, hours: packDay(all), added: [...added, id].slice(-rememberedAdditions), expiresAt };
  tx.write(callSums.set(callSumsId(projectId, day), document));
}

export function callSumsId(projectId: string, day: string): string {
  return `${projectId}_${day}`;
}

function isoOf(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;
}

function addLine(to: Waiting, { millis, storageId, key, user, verb, status, ms, credits }: CountedLine): void {
  const sums = sumsAt(to, millis);
  const call = { isError: status >= 400, credits, step: stepOf(ms) };
  addCall(sums.all, call);
  addCall(groupOf(sums.storage, storageId ?? '-'), call);
  addCall(groupOf(sums.key, key ?? (user === null ? '-' : 'user')), call);
  addCall(groupOf(sums.verb, verb), call);
}

function sumsAt(to: Waiting, millis: number): HourSums {
  const hour = Math.floor(millis / 3_600_000);
  if (to.latest?.hour === hour) return to.latest.sums;
  const time = new Date(millis).toISOString();
  const day = time.slice(0, 10).replaceAll('-', '');
  const own = to.days.get(day) ?? {};
  to.days.set(day, own);
  const sums = hourOf(own, time.slice(11, 13));
  to.latest = { hour, sums };
  return sums;
}
