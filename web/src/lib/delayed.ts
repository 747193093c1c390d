import { storedSession } from './session/session.ts';

/** Milliseconds in which what cannot be brought back can be taken back. */
export const delay = 10_000;

/** Work that is done after a while, so that it can be taken back until then. */
interface DelayedWork {
  /** Ids of the things that the work is about, which pages leave out while it waits. */
  readonly about: readonly string[];
  /**
   * Does it; reports its failures itself.
   * @param isLeaving the page is going away: a call has to outlive it
   */
  readonly run: (isLeaving: boolean) => Promise<void>;
}

interface Waiting extends DelayedWork {
  /** The person who asked for it; in another tab somebody else may sign in meanwhile. */
  userId: string | undefined;
  isRunning: boolean;
  timer: ReturnType<typeof setTimeout>;
}

let waiting: readonly Waiting[] = [];
let about: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/**
 * Does the work in ten seconds, or when the page goes away before.
 * @returns a function that takes it back; it answers whether that was in time
 */
export function doLater(work: DelayedWork): () => boolean {
  const entry: Waiting = {
    ...work,
    userId: storedSession()?.userId,
    isRunning: false,
    timer: setTimeout(() => void begin(entry, false), delay),
  };
  if (waiting.length === 0) window.addEventListener('pagehide', leave);
  replace([...waiting, entry]);
  return () => {
    if (entry.isRunning || !waiting.includes(entry)) return false;
    clearTimeout(entry.timer);
    end(entry);
    return true;
  };
}

/** Does now what waits, for example before a logout. */
export async function doDelayed(): Promise<void> {
  await Promise.all(waiting.map((entry) => begin(entry, false)));
}

/** @returns what waiting and running work is about; the same set until that changes */
export function delayedThings(): ReadonlySet<string> {
  return about;
}

export function onDelayedThings(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function leave(): void {
  for (const entry of waiting) void begin(entry, true);
}

async function begin(entry: Waiting, isLeaving: boolean): Promise<void> {
  if (entry.isRunning) return;
  entry.isRunning = true;
  clearTimeout(entry.timer);
  if (storedSession()?.userId !== entry.userId) return end(entry);
  await entry.run(isLeaving).finally(() => end(entry));
}

function end(entry: Waiting): void {
  replace(waiting.filter((other) => other !== entry));
  if (waiting.length === 0) window.removeEventListener('pagehide', leave);
}

function replace(next: readonly Waiting[]): void {
  waiting = next;
  about = new Set(next.flatMap((entry) => entry.about));
  for (const listener of listeners) listener();
}
