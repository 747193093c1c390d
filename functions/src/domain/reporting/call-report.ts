import { type CallReport, type CallReportBy, callReportGroups, type CallSeries, hourlyReportDays } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { addTo, type CallSum, latencyOf, noCalls } from '../call-sums/call-sum.ts';
import { callSumsId } from '../call-sums/call-sums.ts';
import { type DaySums, type HourSums, others, unpackDay } from '../call-sums/day-sums.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { namesOf } from '../requests/request-names.ts';
import type { ReportRange } from './report-range.ts';

interface Asked {
  readonly caller: Caller;
  readonly projectId: string;
  readonly range: ReportRange;
  readonly by: CallReportBy;
}

/** Calls, errors, latencies and credits over time. One read for each day, and one for each storage or key that is named. */
export async function callReport(services: Services, { caller, projectId, range, by }: Asked): Promise<CallReport> {
  const project = await findProject(services, caller, projectId);
  const rows = await services.store.callSums.getAll(range.days.map((day) => callSumsId(projectId, day.replaceAll('-', ''))));
  const days = rows.map((row) => (row ? unpackDay(row.data.hours) : {}));
  const unit = range.days.length <= hourlyReportDays ? 'hour' : 'day';
  const points = unit === 'hour' ? days.flatMap(byHour) : days.map(Object.values<HourSums>);
  const times = range.days.flatMap((day) =>
    unit === 'hour' ? hours.map((hour) => `${day}T${hour}:00:00.000Z`) : [`${day}T00:00:00.000Z`],
  );
  const shown = busiest(points.flat(), by);
  const names = await named(services, { tenantId: project.data.tenantId, projectId }, { by, ids: shown });
  const series = (id: string, name: string | null, sumOf: (hour: HourSums) => readonly CallSum[]) =>
    seriesOf(
      { id, name },
      points.map((point) => together(point.flatMap(sumOf))),
    );
  const groups = shown.map((id) => series(id, names(id), (hour) => [hour[by][id] ?? []].flat()));
  const rest = series(others, null, (hour) => Object.entries(hour[by]).flatMap(([id, sum]) => (shown.includes(id) ? [] : [sum])));
  return {
    from: range.from,
    to: range.to,
    unit,
    times,
    total: series('', null, ({ all }) => [all]),
    groups: rest.whole.calls > 0 ? [...groups, rest] : groups,
  };
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

function byHour(day: DaySums): HourSums[][] {
  return hours.map((hour) => (day[hour] ? [day[hour]] : []));
}

function together(sums: readonly CallSum[]): CallSum {
  const all = noCalls();
  for (const sum of sums) addTo(all, sum);
  return all;
}

/** @returns the groups with most calls, without those that were put together when they were counted */
function busiest(points: readonly HourSums[], by: CallReportBy): string[] {
  const calls = new Map<string, number>();
  for (const point of points) for (const [id, { c }] of Object.entries(point[by])) calls.set(id, (calls.get(id) ?? 0) + c);
  const sorted = [...calls].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return sorted.filter((id) => id !== others).slice(0, callReportGroups);
}

/** @returns a name by its id: null for what has none, or is gone */
async function named(
  services: Services,
  place: { readonly tenantId: string; readonly projectId: string },
  { by, ids }: { by: CallReportBy; ids: readonly string[] },
): Promise<(id: string) => string | null> {
  if (by === 'verb') return () => null;
  const lines = ids.map((id) => ({ storageId: by === 'storage' ? id : null, key: by === 'key' ? id : null }));
  const { keys, storages } = await namesOf(
    services,
    place,
    lines.filter(({ storageId, key }) => isId(storageId ?? key ?? '')),
  );
  return (id) => (by === 'key' ? keys[id] : storages[id]) ?? null;
}

/** Of a storage or key, and not one of the words for calls without one. */
function isId(id: string): boolean {
  return id !== '-' && id !== 'user';
}

function seriesOf({ id, name }: Pick<CallSeries, 'id' | 'name'>, sums: readonly CallSum[]): CallSeries {
  const whole = together(sums);
  return {
    id,
    name,
    calls: sums.map(({ c }) => c),
    errors: sums.map(({ e }) => e),
    credits: sums.map(({ r }) => r),
    p50: sums.map((sum) => latencyOf(sum, 0.5)),
    p95: sums.map((sum) => latencyOf(sum, 0.95)),
    whole: { calls: whole.c, errors: whole.e, credits: whole.r, p50: latencyOf(whole, 0.5), p95: latencyOf(whole, 0.95) },
  };
}
