import {
  type HealthData,
  type HealthIncident,
  type HealthNow,
  type HealthPart,
  type HealthPartName,
  type HealthReport,
  healthLimits,
  healthParts,
  healthSignals,
} from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import {
  type DataVersionDocument,
  type HealthDayDocument,
  type HealthHistoryDocument,
  type HealthJobsDocument,
  healthPaths,
  type HealthStateDocument,
  type Standing,
} from '../../../store/documents/health-documents.ts';
import { migrations } from '../../migrations/migrations.ts';
import { dayOf, figuresOf, slotOf } from './day-figures.ts';

const dayMillis = 86_400_000;

/** The state and the history of every part: six reads, whatever they hold. */
export async function readHealth({ store, clock }: Services): Promise<HealthReport> {
  const now = clock();
  const paths = [
    healthPaths.state,
    healthPaths.history,
    healthPaths.jobs,
    healthPaths.day(dayOf(now)),
    healthPaths.day(dayOf(now - dayMillis)),
    healthPaths.data,
  ];
  const [state, history, jobs, today, yesterday, data] = await store.getAll<object>(paths);
  // Each path has one writer, and this type.
  const { checkedAt = null, standings = {} } = (state?.data ?? {}) as Partial<HealthStateDocument>;
  const { days = {}, incidents = [] } = (history?.data ?? {}) as Partial<HealthHistoryDocument>;
  const { reconcile, creditSweepAt, backupDrill } = (jobs?.data ?? {}) as HealthJobsDocument;
  const slots = [yesterday, today].map((day) => (day?.data as HealthDayDocument | undefined)?.slots ?? {});
  const lasting = Object.entries(standings).flatMap(([name, { incident }]) =>
    incident ? [{ name: name as HealthIncident['name'], startedAt: iso(incident.startedAt), endedAt: null, reason: incident.reason }] : [],
  );
  return {
    checkedAt: checkedAt && iso(checkedAt),
    parts: healthParts.map((name) => partOf(name, { standing: standings[name], days, slots, now })),
    signals: healthSignals.map((name) => ({ name, ...nowOf(standings[name], now), value: standings[name]?.value ?? null })),
    incidents: [
      ...lasting,
      ...incidents.map((incident) => ({ ...incident, startedAt: iso(incident.startedAt), endedAt: iso(incident.endedAt) })),
    ],
    reconcile: reconcile ? { ...reconcile, at: iso(reconcile.at) } : null,
    creditSweepAt: creditSweepAt ? iso(creditSweepAt) : null,
    backupDrill: backupDrill ? { ...backupDrill, at: iso(backupDrill.at) } : null,
    data: dataOf(data?.data as DataVersionDocument | undefined),
  };
}

function dataOf(stored: DataVersionDocument | undefined): HealthData {
  const { version = 0, changed = 0, startedAt = null, failure = null } = stored ?? {};
  return { version, latest: migrations.length, changed, startedAt: startedAt && iso(startedAt), failure };
}

function partOf(
  name: HealthPartName,
  from: {
    standing: Standing | undefined;
    days: HealthHistoryDocument['days'];
    slots: readonly Partial<HealthDayDocument['slots']>[];
    now: number;
  },
): HealthPart {
  const [yesterday = {}, today = {}] = from.slots.map((slots) => slots[name] ?? {});
  const last = slotOf(from.now);
  const inOrder = (slots: Record<string, number>, begin: number, end: number) =>
    Array.from({ length: Math.max(0, end - begin) }, (_, at) => slots[String(begin + at)] ?? null);
  const recent = [...inOrder(yesterday, last + 1, healthLimits.slotsOfDay), ...inOrder(today, 0, last + 1)];
  const finished = Object.entries(from.days).flatMap(([date, parts]) => (parts[name] ? [{ date, ...parts[name] }] : []));
  const present = Object.keys(today).length > 0 ? [{ date: dayOf(from.now), ...figuresOf(Object.values(today)) }] : [];
  return {
    name,
    ...nowOf(from.standing, from.now),
    millis: from.standing?.value ?? null,
    ...figuresOf(recent),
    recent,
    days: [...finished.sort((a, b) => a.date.localeCompare(b.date)), ...present].slice(-healthLimits.historyDays),
  };
}

/** Findings that are too old count as unknown. */
function nowOf(standing: Standing | undefined, now: number): HealthNow {
  if (!standing) return { state: 'unknown', since: null, checkedAt: null, reason: null };
  const isStale = now - standing.checkedAt.toMillis() > healthLimits.staleMillis;
  return {
    state: isStale ? 'unknown' : standing.state,
    since: iso(standing.state === 'down' ? (standing.failingSince ?? standing.since) : standing.since),
    checkedAt: iso(standing.checkedAt),
    reason: standing.reason,
  };
}

function iso(time: { toDate(): Date }): string {
  return time.toDate().toISOString();
}
