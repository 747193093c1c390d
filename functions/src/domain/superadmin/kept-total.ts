import { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { FieldCondition } from '../../store/query-spec.ts';
import { set } from '../../store/writes.ts';

interface KeptTotal {
  count: number;
  asOf: Timestamp;
}

/** Up to this size counting is as cheap as looking the total up. */
const plainCount = 5000;
const keptMillis = 10 * 60_000;

/**
 * How many documents there are. A large total is kept in officeTotals for ten minutes, with what was created since added to it:
 * what was removed meanwhile is still in it.
 */
export async function keptTotal(
  services: Services,
  name: string,
  { from, where }: { from: string; where: readonly FieldCondition[] },
): Promise<number> {
  const { store, now } = services.records;
  const path = `officeTotals/${encodeURIComponent(name)}`;
  const kept = await store.get<KeptTotal>(path);
  if (kept && now() - kept.data.asOf.toMillis() < keptMillis) {
    return kept.data.count + (await store.count({ from, where: [...where, ['createdAt', '>', kept.data.asOf]] }));
  }
  const asOf = Timestamp.fromMillis(now());
  const count = await store.count({ from, where });
  if (count > plainCount) await store.commit([set(path, { count, asOf })]);
  return count;
}
