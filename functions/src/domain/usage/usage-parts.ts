import type { KeyVerb } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import type { Store } from '../../store/access.ts';
import { type FieldValue, gone, increment, Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import { unmetered } from '../../store/model/meter.ts';
import { keyUse, usageParts } from '../../store/collections.ts';
import { dayNumber, dayOf, monthOf } from './usage-document.ts';

export interface CountedCall {
  readonly tenantId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly verb: KeyVerb;
  readonly storageId: string | null;
}

export interface UsageParts {
  /** @returns a function that undoes the count after a failure on our side */
  count(call: CountedCall): () => void;
  /** Counts credits of a key beside the one that each call costs; a negative number gives some back. */
  addCredits(payer: Pick<CountedCall, 'tenantId' | 'projectId' | 'keyId'>, credits: number): void;
  flush(): Promise<void>;
}

interface UsagePartsServices {
  readonly store: () => Store;
  readonly now: () => number;
  /** Called with the keys whose calls have been stored. */
  readonly onCounted?: (keys: readonly Pick<CountedCall, 'tenantId' | 'keyId'>[]) => void;
}

interface Counted {
  readonly call: CountedCall;
  /** Milliseconds since 1970. */
  at: number;
  calls: number;
  credits: number;
}

const flushMillis = 60_000;
/**
 * Each call has at most four sums in its project's document, and a commit takes 500.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
const inOneCommit = 120;

/**
 * Counts calls in memory and stores them once a minute: two writes for each project and key in use.
 * The last counts of a crashed instance are missing here, never in the credits.
 */
export function createUsageParts({ store, now, onCounted = () => {} }: UsagePartsServices): UsageParts {
  let pending = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  return { count, addCredits, flush };

  function count(call: CountedCall): () => void {
    add({ call, at: now(), calls: 1, credits: 1 });
    timer ??= setInterval(() => void flush(), flushMillis).unref();
    return () => add({ call, at: now(), calls: -1, credits: -1 });
  }

  function addCredits(payer: Pick<CountedCall, 'tenantId' | 'projectId' | 'keyId'>, credits: number): void {
    add({ call: { ...payer, verb: 'read', storageId: null }, at: now(), calls: 0, credits });
  }

  function add({ call, at, calls, credits }: Counted): void {
    const name = `${dayNumber(at)}/${call.projectId}/${call.keyId}/${call.storageId}/${call.verb}`;
    const entry = pending.get(name) ?? { call, at, calls: 0, credits: 0 };
    entry.calls += calls;
    entry.credits += credits;
    entry.at = at;
    pending.set(name, entry);
  }

  async function flush(): Promise<void> {
    const taken = [...pending.values()].filter(({ calls, credits }) => calls !== 0 || credits !== 0);
    pending = new Map();
    if (taken.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const byAccount = Map.groupBy(taken, ({ call }) => call.tenantId);
    await Promise.all([...byAccount.values()].map(write));
  }

  /** Commits for each account: what one of them cannot write must not hold back the others'. */
  async function write(entries: readonly Counted[]): Promise<void> {
    for (let from = 0; from < entries.length; from += inOneCommit) {
      const part = entries.slice(from, from + inOneCommit);
      try {
        await unmetered(() => store().commit(writesOf(part)));
        unmetered(() => onCounted(part.map(({ call }) => call)));
      } catch (error) {
        log.warn('usage.notWritten', { entries: part.length }, error);
        for (const entry of part) add(entry);
      }
    }
  }
}

/** One write for each project and month, and one for each key. */
function writesOf(entries: readonly Counted[]): Write[] {
  const called = entries.filter(({ calls }) => calls !== 0);
  const byProject = Map.groupBy(called, ({ call, at }) => `${call.tenantId}_${monthOf(at)}_${call.projectId}`);
  const byKey = Map.groupBy(entries, ({ call }) => call.keyId);
  return [
    ...[...byProject].map(([id, ofProject]) => usageParts.merge(id, partOf(ofProject))),
    ...[...byKey].map(([keyId, ofKey]) => keyUse.merge(keyId, useOf(ofKey))),
  ];
}

function partOf(entries: readonly Counted[]): object {
  const [{ call, at }] = entries as [Counted, ...Counted[]]; // a group has one at least
  const byStorage = Map.groupBy(entries, ({ call: { storageId } }) => storageId ?? '-');
  return {
    tenantId: call.tenantId,
    projectId: call.projectId,
    month: monthOf(at),
    scope: `${call.tenantId}_${monthOf(at)}`,
    calls: sum(entries),
    days: sums(entries, (entry) => dayOf(entry.at)),
    storages: Object.fromEntries([...byStorage].map(([id, ofStorage]) => [id, sums(ofStorage, (entry) => entry.call.verb)])),
    keys: sums(entries, (entry) => entry.call.keyId),
  };
}

/** Days of a key that are compared with the present one, and some more. */
const keptDays = 14;
const dateOf = (at: number) => monthOf(at) + dayOf(at);

function useOf(entries: readonly Counted[]): object {
  const [{ call }] = entries as [Counted, ...Counted[]]; // a group has one at least
  const lastUsedAt = Timestamp.fromMillis(Math.max(...entries.map(({ at }) => at)));
  const latest = lastUsedAt.toMillis();
  const days = { ...sums(entries, ({ at }) => dateOf(at), 'credits'), [dateOf(latest - keptDays * 86_400_000)]: gone };
  return { tenantId: call.tenantId, calls: sum(entries), lastUsedAt, days };
}

type Figure = 'calls' | 'credits';

function sums(entries: readonly Counted[], nameOf: (entry: Counted) => string, figure: Figure = 'calls'): Record<string, FieldValue> {
  return Object.fromEntries([...Map.groupBy(entries, nameOf)].map(([name, group]) => [name, sum(group, figure)]));
}

function sum(entries: readonly Counted[], figure: Figure = 'calls'): FieldValue {
  return increment(entries.reduce((total, entry) => total + entry[figure], 0));
}
