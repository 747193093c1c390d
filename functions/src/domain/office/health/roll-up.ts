import { healthLimits, healthParts } from '@bedplate/contract';
import type { HealthDayDocument, HealthHistoryDocument, StoredIncident } from '../../../store/documents/health-documents.ts';
import { dayOf, figuresOf } from './day-figures.ts';
import type { NamedTurn } from './turn-line.ts';

const keptMillis = healthLimits.historyDays * 86_400_000;

/** The days with one more in a line, and without those that are too old. */
export function closeDay(
  days: HealthHistoryDocument['days'],
  { date, closed, now }: { date: string; closed: HealthDayDocument | undefined; now: number },
): HealthHistoryDocument['days'] {
  const oldest = dayOf(now - keptMillis);
  const kept = Object.entries(days).filter(([day]) => day >= oldest);
  const figures = healthParts.flatMap((part) => {
    const slots = closed?.slots[part];
    return slots ? [[part, figuresOf(Object.values(slots))] as const] : [];
  });
  return Object.fromEntries([...kept, [date, Object.fromEntries(figures)]]);
}

/** Newest first, as many and as old as the history keeps. */
export function withIncidents(incidents: readonly StoredIncident[], ended: readonly NamedTurn[], now: number): StoredIncident[] {
  const added = ended.flatMap((turn) => (turn.to === 'up' ? [{ name: turn.name, ...turn.over }] : []));
  return [...added, ...incidents].filter(({ endedAt }) => now - endedAt.toMillis() < keptMillis).slice(0, healthLimits.incidents);
}
