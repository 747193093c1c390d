import type { CallReport, CallReportBy, CallSeries } from '@bedplate/contract';
import type { KeyVerb } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';

export const measures = ['calls', 'errors', 'p50', 'p95', 'credits'] as const;
export type Measure = (typeof measures)[number];

/** @returns the name of a group of calls as a person knows it */
export function groupName({ id, name }: Pick<CallSeries, 'id' | 'name'>, by: CallReportBy): string {
  if (id === '~') return t('callReport.others');
  if (by === 'verb') return t(`namedKeys.verb.${id as KeyVerb}`); // the server divides by these
  if (id === '-') return t(`callReport.none.${by}`);
  if (by === 'key' && id === 'user') return t('callReport.users');
  if (by === 'key' && id.startsWith('hook_')) return name ? t('callReport.hookOf', { name }) : t('callReport.hook');
  if (by === 'key' && name === '') return t('callReport.ownPair');
  return name ?? t('callReport.gone', { id: id.slice(0, 8) });
}

/** @returns a time as the axis has room for it: the day, and the hour where the report is told by it */
export function timeName(iso: string, { unit, times }: Pick<CallReport, 'unit' | 'times'>): string {
  const day = iso.slice(5, 10);
  if (unit === 'day') return day;
  return times.length > 24 ? `${day} ${iso.slice(11, 16)}` : iso.slice(11, 16);
}
