import { AsyncLocalStorage } from 'node:async_hooks';

/** Firestore operations as Firestore bills them. */
export interface Meter {
  reads: number;
  writes: number;
  deletes: number;
  /** API credits that a request costs its caller. */
  credits?: number;
}

const current = new AsyncLocalStorage<Meter>();

/** Runs `work`, and everything it awaits, with its own meter. @returns what `work` returns; read `meter` at any time */
export function withMeter<T>(meter: Meter, work: () => T): T {
  return current.run(meter, work);
}

export function newMeter(): Meter {
  return { reads: 0, writes: 0, deletes: 0 };
}

/** Adds billed operations to the meter of the running request, if there is one. */
export function charge(operation: 'reads' | 'writes' | 'deletes', count: number): void {
  const meter = current.getStore();
  if (meter) meter[operation] += count;
}

/** Adds API credits to the meter of the running request; a negative number gives some back. */
export function chargeCredits(count: number): void {
  const meter = current.getStore();
  if (meter) meter.credits = (meter.credits ?? 0) + count;
}

/** @returns what the running request has cost so far */
export function currentMeter(): Readonly<Meter> | undefined {
  return current.getStore();
}

/** The cost of this instance for all requests together. */
const own = newMeter();

/** Runs `work` outside the request's meter: for caches and jobs that no single request pays for. */
export function unmetered<T>(work: () => T): T {
  return current.run(own, work);
}

/** @returns what this instance's caches and jobs have cost so far: with what its requests state, all that it is billed */
export function instanceMeter(): Readonly<Meter> {
  return { ...own };
}
