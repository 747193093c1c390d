import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../../services/services.ts';
import { analytics } from '../../store/collections.ts';
import { type FieldValue, increment } from '../../store/model/values.ts';

/** Counters of a day's document by their names, in groups; a group of one level is at the top. */
export type Counts = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** Firestore takes about one write a second to one document, day in and day out. https://firebase.google.com/docs/firestore/best-practices */
const betweenMillis = 1000;
/** A burst is no load: so many writes may follow each other at once. */
const atOnce = 30;

interface Batch {
  readonly sums: Map<string, number>;
  readonly written: Promise<void>;
}

/**
 * Adds page views to the counters of their day, those that come while a write is under way or due together:
 * in the long run one write a second and instance, however many views there are.
 */
export function createDayCounters(burst = atOnce) {
  const open = new Map<string, Batch>();
  let last: Promise<unknown> = Promise.resolve();
  /** When the next write would be due, if none might come early. */
  let due = 0;

  /** @returns when the counts are written */
  return (services: Pick<Services, 'store'>, day: string, counts: Counts): Promise<void> => {
    const batch = open.get(day) ?? begin(services, day);
    for (const [name, count] of namesOf(counts)) batch.sums.set(name, (batch.sums.get(name) ?? 0) + count);
    return batch.written;
  };

  function begin({ store }: Pick<Services, 'store'>, day: string): Batch {
    const sums = new Map<string, number>();
    const before = last;
    const written = before.then(async () => {
      open.delete(day);
      await store.commit([analytics.merge(day, { day, ...incrementsOf(sums) })]);
    });
    const now = performance.now();
    due = Math.max(due, now) + betweenMillis;
    const early = due - now - burst * betweenMillis;
    // The next write begins after this one, whatever became of it.
    last = written.catch(() => {}).then(() => (early > 0 ? pause(early, undefined, { ref: false }) : undefined));
    const batch = { sums, written };
    open.set(day, batch);
    return batch;
  }
}

function namesOf(counts: Counts): [string, number][] {
  return Object.entries(counts).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [[name, value] as [string, number]]
      : Object.entries(value).map(([part, count]): [string, number] => [`${name}\n${part}`, count]),
  );
}

function incrementsOf(sums: ReadonlyMap<string, number>): Record<string, FieldValue | Record<string, FieldValue>> {
  const alone: Record<string, FieldValue> = {};
  const groups: Record<string, Record<string, FieldValue>> = {};
  for (const [name, sum] of sums) {
    const [group = '', part] = name.split('\n');
    if (part === undefined) alone[group] = increment(sum);
    else groups[group] = { ...groups[group], [part]: increment(sum) };
  }
  return { ...alone, ...groups };
}
