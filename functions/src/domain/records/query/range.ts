import { Timestamp } from '../../../store/model/values.ts';
import type { Condition } from '../../../store/model/query-spec.ts';
import { compareTexts } from '../model/compare-values.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { afterMark } from '../../search-text/normalise.ts';
import { moment } from './date-bounds.ts';
import { boundOf, type Filter } from './filter.ts';

/** One stretch of one single-field index. */
export interface Range {
  readonly path: string;
  /** Of the record: what `path` indexes. */
  readonly field: string;
  readonly where: readonly Condition[];
}

const comparisons = ['<', '<=', '>', '>='];

/** @returns for each field with comparisons the stretch that holds exactly the records that satisfy them all; 'empty' when they contradict */
export function rangesOf(catalogue: Catalogue, filters: readonly Filter[]): Range[] | 'empty' {
  const byField = Map.groupBy(
    filters.filter(({ operator }) => comparisons.includes(operator)),
    ({ path }) => path,
  );
  const ranges: Range[] = [];
  for (const [field, group] of byField) {
    if (field === 'updatedAt') ranges.push({ path: 'updatedAt', field, where: group.map(timeBound) });
    const code = catalogue.byPath.get(field)?.code;
    if (!code || catalogue.wide) continue;
    const where = stretch(`idx.${code}`, group);
    if (!where) return 'empty';
    ranges.push({ path: `idx.${code}`, field, where });
  }
  return ranges;
}

interface Bound {
  readonly value: boolean | number | string;
  readonly inclusive: boolean;
}

function stretch(path: string, filters: readonly Filter[]): Condition[] | null {
  let lower: Bound | undefined;
  let upper: Bound | undefined;
  for (const filter of filters) {
    const bound = edge(filter);
    const { value } = bound;
    if ((lower && typeof lower.value !== typeof value) || (upper && typeof upper.value !== typeof value)) return null;
    if (filter.operator.startsWith('>')) lower = lower && !isTighter(lower, bound, 1) ? lower : bound;
    else upper = upper && !isTighter(upper, bound, -1) ? upper : bound;
  }
  if (lower && upper) {
    const order = compare(lower.value, upper.value);
    if (order > 0 || (order === 0 && !(lower.inclusive && upper.inclusive))) return null;
  }
  return [
    ...(lower ? ([[path, lower.inclusive ? '>=' : '>', lower.value]] as const) : []),
    ...(upper ? ([[path, upper.inclusive ? '<=' : '<', upper.value]] as const) : []),
  ];
}

/** All texts with one folded start lie between it and it followed by `afterMark`. */
function edge({ operator, values }: Filter): Bound {
  const value = boundOf(values[0] ?? '');
  if (typeof value !== 'string') return { value, inclusive: operator.endsWith('=') };
  const isAfter = operator === '>' || operator === '<=';
  return { value: isAfter ? value + afterMark : value, inclusive: operator.startsWith('>') };
}

/** @returns whether `candidate` cuts away more than `present`, on the lower (1) or the upper (-1) side */
function isTighter(present: Bound, candidate: Bound, side: 1 | -1): boolean {
  const order = compare(candidate.value, present.value) * side;
  return order > 0 || (order === 0 && !candidate.inclusive);
}

function compare(a: Bound['value'], b: Bound['value']): number {
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b);
}

function timeBound({ path, operator, values }: Filter): Condition {
  const { first, last } = moment(path, values[0] ?? '');
  if (operator === '>=') return [path, '>=', Timestamp.fromMillis(first)];
  if (operator === '>') return [path, '>=', Timestamp.fromMillis(last + 1)];
  if (operator === '<=') return [path, '<', Timestamp.fromMillis(last + 1)];
  return [path, '<', Timestamp.fromMillis(first)];
}
