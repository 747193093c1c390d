import type { KeyVerb } from '@bedplate/contract';
import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { log } from '../../log.ts';
import type { Store } from '../../store/access.ts';
import { unmetered } from '../../store/meter.ts';
import { merge, type Write } from '../../store/writes.ts';
import { dayOf, monthOf } from './usage-document.ts';

/** usageParts/{tenantId_yyyymm_projectId}: calls of one project in one month by what made them. */
export interface UsagePartsDocument {
  readonly tenantId: string;
  readonly projectId: string;
  readonly month: string;
  /** Account and month, to find those of all projects. */
  readonly scope: string;
  readonly calls: number;
  readonly days: Readonly<Record<string, number>>;
  /** By storage id and verb; '-' stands for calls that name no storage. */
  readonly storages: Readonly<Record<string, Partial<Record<KeyVerb, number>>>>;
  readonly keys: Readonly<Record<string, number>>;
}

export interface CountedCall {
  readonly tenantId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly verb: KeyVerb;
  readonly storageId: string | null;
}

export interface UsageParts {
  /** @returns takes it back, for a call that failed on our side */
  count(call: CountedCall): () => void;
  flush(): Promise<void>;
}

const flushMillis = 60_000;

/**
 * Counts calls in memory and adds them to the documents once a minute: two writes for each project and key in use. What a crashed
 * instance had not told is missing here, never in the credits themselves.
 */
export function createUsageParts({ store, now }: { store: () => Store; now: () => number }): UsageParts {
  let pending = new Map<string, { call: CountedCall; at: number; calls: number }>();
  let timer: NodeJS.Timeout | undefined;

  return { count, flush };

  function count(call: CountedCall): () => void {
    add(call, now(), 1);
    timer ??= setInterval(() => void flush(), flushMillis).unref();
    return () => add(call, now(), -1);
  }

  function add(call: CountedCall, at: number, calls: number): void {
    const name = [dayOf(at), call.projectId, call.keyId, call.storageId, call.verb].join('/');
    const entry = pending.get(name) ?? { call, at, calls: 0 };
    entry.calls += calls;
    entry.at = at;
    pending.set(name, entry);
  }

  async function flush(): Promise<void> {
    const taken = [...pending.values()].filter(({ calls }) => calls !== 0);
    pending = new Map();
    if (taken.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const byAccount = Map.groupBy(taken, ({ call }) => call.tenantId);
    await Promise.all([...byAccount.values()].map(write));
  }

  /** A commit for each account: what one of them cannot write must not hold back the others'. */
  async function write(entries: { call: CountedCall; at: number; calls: number }[]): Promise<void> {
    try {
      await unmetered(() => store().commit(writesOf(entries)));
    } catch (error) {
      log.warn('usage.notWritten', { entries: entries.length }, error);
      for (const { call, at, calls } of entries) add(call, at, calls);
    }
  }
}

function writesOf(entries: readonly { call: CountedCall; at: number; calls: number }[]): Write[] {
  return entries.flatMap(({ call: { tenantId, projectId, keyId, storageId, verb }, at, calls }): Write[] => {
    const month = monthOf(at);
    const more = FieldValue.increment(calls);
    const part = {
      tenantId,
      projectId,
      month,
      scope: `${tenantId}_${month}`,
      calls: more,
      days: { [dayOf(at)]: more },
      storages: { [storageId ?? '-']: { [verb]: more } },
      keys: { [keyId]: more },
    };
    return [
      merge(`usageParts/${tenantId}_${month}_${projectId}`, part),
      merge(`keyUse/${keyId}`, { tenantId, calls: more, lastUsedAt: Timestamp.fromMillis(at) }),
    ];
  });
}
