import { splitEscaped, systemFields } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { fieldPath } from '../query/parse-filter.ts';
import { type Period, periods } from './periods.ts';

/** By a field of the records, or by the periods of a time: that of their creation, or a field's. */
export type Grouping =
  | { readonly kind: 'period'; readonly period: Period; readonly path?: string }
  | { readonly kind: 'field'; readonly path: string };

const most = 2;

/**
 * Reads `status`, `month`, `month:paidAt`, or two of them as in `status,month`. A field may be called month, or have a comma in its name.
 * @param isField whether records have a field of that name
 * @throws {ApiError} invalid-argument
 */
export function parseGrouping(text: string, isField: (path: string) => boolean): readonly Grouping[] {
  if (text === '') return [];
  const names = isField(text) ? [text] : splitEscaped(text, ',').map((name) => name.trim());
  if (names.length > most) throw invalidField('groupBy', `groupBy takes at most ${most} names.`);
  if (new Set(names).size < names.length) throw invalidField('groupBy', `groupBy names ${(names[0] ?? '').slice(0, 80)} twice.`);
  return names.map((name) => groupingOf(name, isField));
}

function groupingOf(name: string, isField: (path: string) => boolean): Grouping {
  const period = periods.find((one) => one === name);
  // This one has always been the period.
  if (period && (period === 'day' || !isField(name))) return { kind: 'period', period };
  const [, of, field] = isField(name) ? [] : (/^(hour|day|week|month):(.+)$/s.exec(name) ?? []);
  if (of === undefined || field === undefined) return { kind: 'field', path: valuePath('groupBy', name, times) };
  const path = valuePath('groupBy', field, times);
  return { kind: 'period', period: of as Period, ...(path !== 'createdAt' && { path }) }; // the pattern has only periods
}

const times = ['createdAt', 'updatedAt'];

/**
 * Fields that the server adds to a record are no values of it, except its times.
 * @param allowed the times that can be used here
 */
export function valuePath(parameter: string, path: string, allowed: readonly string[] = times): string {
  const top = path.split('.')[0] ?? '';
  if ((systemFields as readonly string[]).includes(top) && !allowed.includes(path)) {
    const fields = ['a field that you store', ...allowed].join(', ');
    throw invalidField(
      parameter,
      `${parameter}: ${path.slice(0, 80)} has no totals; take ${fields}${parameter === 'groupBy' ? `, or ${periods.join(', ')}` : ''}.`,
    );
  }
  return fieldPath(parameter, path);
}
