import { type Report, type ReportStorage, reportEntriesMax, reportStoragesMax } from '@bedplate/contract';
import pLimit from 'p-limit';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { records } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { listCollaborators } from '../projects/projects.ts';
import { activeStorages } from '../storages/list-storages.ts';
import { apiUsageByDay } from './api-usage-by-day.ts';
import { dayMillis, type ReportRange } from './report-range.ts';

const countsAtOnce = 20;

/**
 * Reports the activity of a project. Firestore counts the entries (one billed read per 1,000): one
 * count for each storage, and one a day for the busiest. Only `raw` reads entries, at most `entries`.
 */
export async function reportOf(
  services: Services,
  {
    caller,
    projectId,
    options: { range, entries },
  }: { caller: Caller; projectId: string; options: { range: ReportRange; entries: number } },
): Promise<Report> {
  const project = await findProject(services, caller, projectId);
  const [storages, members, apiUsageHistory] = await Promise.all([
    activeStorages(services, projectId),
    listCollaborators(services, caller, projectId),
    apiUsageByDay(services, project.data.tenantId, range),
  ]);
  const limit = pLimit(countsAtOnce);
  const totals = await Promise.all(storages.map(({ id }) => limit(() => countEntries(services, id, [range.start, range.end]))));
  const byDay = [...storages.keys()].sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0)).slice(0, reportStoragesMax);
  let left = Math.min(entries, reportEntriesMax);
  const raw: ReportStorage[] = [];
  for (const [at, { id, storageName }] of storages.entries()) {
    const total = totals[at] ?? 0;
    const daily = byDay.includes(at) ? await countDays(services, { storageId: id, total, range }) : [];
    const data = total > 0 && left > 0 ? await newestEntries(services, { storageId: id, range, limit: left }) : [];
    left -= data.length;
    raw.push({ storageId: id, storageName, total, daily, storageData: { data } });
  }
  return {
    from: range.from,
    to: range.to,
    users: members.map(({ id, name, role, is_active }) => ({ id, name, role, is_active })),
    storageMetrics: { totalStorageCount: storages.length },
    raw,
    apiUsageHistory,
  };
}

async function countDays(
  services: Services,
  { storageId, total, range: { days, start, end } }: { storageId: string; total: number; range: ReportRange },
): Promise<number[]> {
  if (total === 0) return days.map(() => 0);
  const limit = pLimit(countsAtOnce);
  const starts = days.map((_, at) => start + at * dayMillis);
  return Promise.all(starts.map((from) => limit(() => countEntries(services, storageId, [from, Math.min(end, from + dayMillis)]))));
}

function countEntries({ store }: Services, storageId: string, [start, end]: readonly [number, number]): Promise<number> {
  return store.in(records(storageId)).count({ where: between(start, end) });
}

async function newestEntries(
  { store }: Services,
  { storageId, range: { start, end }, limit }: { storageId: string; range: ReportRange; limit: number },
) {
  // Ids sort newest first, but only the range's own field may order a range: the first of the range are read and turned round.
  const { rows } = await store.in(records(storageId)).query({
    where: between(start, end),
    orderBy: [['createdAt', 'asc']],
    limit,
    select: ['createdAt'],
  });
  return rows.map(({ data }) => ({ createdAt: data.createdAt.toDate().toISOString() })).reverse();
}

function between(start: number, end: number) {
  return [
    ['createdAt', '>=', Timestamp.fromMillis(start)],
    ['createdAt', '<', Timestamp.fromMillis(end)],
  ] as const;
}
