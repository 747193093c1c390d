import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { setsOf, withConditions } from './bound-query.ts';
import { Reader } from './budget.ts';
import { readCursor } from './cursor.ts';
import { cachedHead } from './list-cache.ts';
import type { ListQuery } from './list-query.ts';
import { planList } from './plan.ts';
import type { Plan } from './planning.ts';
import { planningOf } from './planning-of.ts';
import { inParts } from './wide-equality.ts';
import { type ListPage, nothing, runCached, runPlan } from './run-plan.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadListUnited = lazily(() => import('./list-united.ts'));

/**
 * Any list of a storage's live records, served from automatic single-field indexes at a bounded number of billed reads.
 * @throws {ApiError} invalid-argument for a foreign cursor, query-too-broad beyond the budget
 */
export async function listRecords(services: RecordServices, storage: StorageRow, asked: ListQuery): Promise<ListPage> {
  const reader = new Reader(services.store);
  const cursor = readCursor(services.cursorSecret, storage.id, asked);
  const seen = cursor?.seen ?? (asked.page - 1) * asked.limit;
  const place = { cursor, seen, page: Math.floor(seen / asked.limit) + 1, now: services.now };
  const ofSets = async (query: ListQuery, counted?: Pick<Plan, 'total' | 'overlapping'>) => {
    const { listUnited } = await loadListUnited(); // most callers are bound by no rules
    return listUnited(services, storage, { query, reader, place, counted });
  };
  const [conditions = [], second] = setsOf(asked);
  if (second) return ofSets(asked);
  const planning = planningOf(services, storage, { reader, query: withConditions(asked, conditions) });
  if (!planning) return nothing(place);
  const parts = inParts(planning, asked);
  if (parts) return ofSets(parts.query, parts.counted);
  const cached = !cursor && seen === 0 ? await cachedHead(planning) : undefined;
  return cached ? runCached(planning, cached, place) : runPlan(planning, await planList(planning), place);
}
