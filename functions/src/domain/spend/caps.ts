import { randomUUID } from 'node:crypto';
import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unmetered } from '../../store/model/meter.ts';
import { createKeyedMutex } from '../../store/keyed-mutex.ts';
import { type CapLease, type CapStore, giveBackCapLease, takeCapLease, uncountOne } from './cap-lease.ts';
import { endOfPeriod, periodOf } from './cap-period.ts';
import { type CappedCaller, type CapScope, scopesOf } from './cap-scopes.ts';
import { counted } from '../../validation/counted.ts';

/** A lease covers about ten seconds of calls; the first one is for its call alone. */
const grantSeconds = 10;
const growth = 10;
const largestGrant = 5_000;
const idleMillis = 6_000;
const deniedMillis = 5_000;
/** The longest wait for a lease that is being settled. */
const turnMillis = 10_000;

export interface Caps {
  /**
   * Uses one credit of each cap that the caller has.
   * @returns a function that returns them @throws {ApiError} cap-reached
   */
  use(caller: CappedCaller): Promise<() => void>;
  /** Gives unused credits back, before the instance ends. */
  settle(): Promise<void>;
}

/** Counts calls against caps without a write per call, as credits are counted. Decision 069. */
export function createCaps(services: () => CapStore, now: () => number): Caps {
  const leases = new Map<string, CapLease>();
  const taking = new Map<string, Promise<void>>();
  /** Until when a refusal is kept, and the cap and period that it is of: a raised one ends it at once, and so does the next period. */
  const denied = new Map<string, { until: number; credits: number; period: string }>();
  /** A lease is taken after the one before has been settled: taken meanwhile, it would replace it, and its rest would stay counted. */
  const inTurn = createKeyedMutex(turnMillis);
  let settling: NodeJS.Timeout | undefined;

  return { use, settle: () => giveBack(() => true) };

  async function use(caller: CappedCaller): Promise<() => void> {
    const used: (() => void)[] = [];
    const undo = () => {
      for (const each of used) each();
    };
    try {
      for (const scope of scopesOf(caller)) used.push(await useOne(scope, caller.tenantId));
    } catch (error) {
      undo();
      throw error;
    }
    return undo;
  }

  async function useOne(scope: CapScope, tenantId: string): Promise<() => void> {
    for (;;) {
      const period = periodOf(scope.cap.per, now());
      const lease = leases.get(scope.name);
      if (lease && lease.left > 0 && lease.period === period) {
        lease.left -= 1;
        lease.usedAt = now();
        return () => returnOne(scope.name, lease);
      }
      const answer = denied.get(scope.name);
      if (answer && answer.until > now() && answer.credits === scope.cap.credits && answer.period === period) throw reached(scope, now());
      const pending =
        taking.get(scope.name) ?? unmetered(() => inTurn(scope.name, () => take(scope, tenantId))).finally(() => taking.delete(scope.name));
      taking.set(scope.name, pending);
      await pending;
    }
  }

  /** To the present lease, if the credit's own has been replaced: a call that costs many credits takes them from several. */
  function returnOne(name: string, { period, path }: CapLease): void {
    const current = leases.get(name);
    if (current?.period === period) current.left += 1;
    else void unmetered(() => uncountOne(services(), path)).catch((error: unknown) => log.warn('caps.notReturned', {}, error));
  }

  async function take(scope: CapScope, tenantId: string): Promise<void> {
    const old = leases.get(scope.name);
    const period = periodOf(scope.cap.per, now());
    // A used up one stays until there is another: credits of a call that is refused for its other credits go back to it.
    if (old && (old.period !== period || old.unused > 0)) await giveBackOne(scope.name, old);
    const lease = await takeCapLease(services(), scope, { id: randomUUID(), tenantId, wanted: wanted(old, now()) });
    if (!lease) {
      denied.set(scope.name, { until: now() + deniedMillis, credits: scope.cap.credits, period });
      throw reached(scope, now());
    }
    denied.delete(scope.name);
    if (old?.period === lease.period) lease.left += old.left;
    leases.set(scope.name, lease);
    settling ??= setInterval(() => void giveBack((idle) => now() - idle.usedAt > idleMillis).catch(() => {}), idleMillis).unref();
  }

  async function giveBack(isDue: (lease: CapLease) => boolean): Promise<void> {
    const due = [...leases].filter(([, lease]) => isDue(lease));
    await Promise.all(due.map(([name, lease]) => unmetered(() => inTurn(name, () => giveBackOne(name, lease)))));
    if (leases.size > 0) return;
    clearInterval(settling);
    settling = undefined;
  }

  /** Returns what is unused, and again later where the database did not take it: a lease is settled once, however often it is asked. */
  async function giveBackOne(name: string, lease: CapLease): Promise<void> {
    if (leases.get(name) === lease) leases.delete(name);
    lease.unused += lease.left;
    lease.left = 0;
    if (lease.unused === 0 && lease.granted === 1) return;
    try {
      await giveBackCapLease(services(), lease);
    } catch (error) {
      leases.set(name, lease);
      throw error;
    }
  }
}

function wanted(old: CapLease | undefined, at: number): number {
  if (!old) return 1;
  const perSecond = old.granted / Math.max(0.05, (at - old.takenAt) / 1000);
  return Math.min(largestGrant, old.granted * growth, Math.max(1, Math.ceil(perSecond * grantSeconds)));
}

const owners = { 'cap-of-project': 'project', 'cap-of-key': 'key', 'cap-of-user': 'user' } as const;

function reached({ cap: { credits, per }, by }: CapScope, at: number): ApiError {
  const end = endOfPeriod(per, at);
  const message = `The cap of this ${owners[by]}, ${counted(credits, 'credit')} a ${per}, is reached. It begins again at ${new Date(end).toISOString()}.`;
  return new ApiError('cap-reached', message, { by, retryAfter: Math.max(1, Math.ceil((end - at) / 1000)) });
}
