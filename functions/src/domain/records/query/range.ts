import { classOf, foldedStart, numberOfKey, type Reading, type Scalar } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import type { Condition } from '../../../store/model/query-spec.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { isSettled, mayBeExact } from '../index/field-forms.ts';
import { afterMark, compareSortValues, exactForm, indexValueOf, type SortValue } from '../index/index-value.ts';
import { formsOf } from './asked-values.ts';
import { moment } from './date-bounds.ts';
import type { ReadFilter } from './filter.ts';

/** Classes of values that one index keeps apart: numbers and exact numbers are compared with each other, but are apart there. */
export type StretchClass = 'boolean' | 'number' | 'exact' | 'time' | 'text';

/** A part of one single-field index, with values of one class. */
export interface Stretch {
  readonly of: StretchClass;
  readonly where: readonly Condition[];
}

/** The records that satisfy all comparisons of one field. */
export interface Range {
  /** Of the record. */
  readonly field: string;
  /** One, or one each for numbers and exact numbers. */
  readonly stretches: readonly Stretch[];
  /** The conditions that it is made of. */
  readonly filters: readonly ReadFilter[];
  /** False when records of an earlier form are among them: each is to be checked. */
  readonly exact: boolean;
}

/** @returns for each field with comparisons the stretches that hold the records that satisfy them all; 'empty' when they contradict */
export function rangesOf(catalogue: Catalogue, filters: readonly ReadFilter[]): Range[] | 'empty' {
  const byField = Map.groupBy(filters.filter(isRange), ({ path }) => path);
  const ranges: Range[] = [];
  for (const [path, group] of byField) {
    if (path === 'updatedAt') {
      const stretch: Stretch = { of: 'time', where: group.flatMap(timeBounds) };
      ranges.push({ field: path, stretches: [stretch], filters: group, exact: true });
    }
    const field = catalogue.byPath.get(path);
    if (!field || catalogue.wide) continue;
    const stretches = stretchesOf(catalogue, field, group);
    if (stretches.length === 0) return 'empty';
    // In the first form a text may be among numbers: a range of texts misses it, one of numbers meets it.
    if (catalogue.isFirstForm && field.types.includes('string') && stretches.some((stretch) => stretch.of === 'text')) continue;
    ranges.push({ field: path, stretches, filters: group, exact: isSettled(catalogue, field) });
  }
  return ranges;
}

/** An equality with a day is a range of its times. */
function isRange({ path, operator, readings: [reading, ...others] }: ReadFilter): boolean {
  if (/[<>]/.test(operator) || (path === 'updatedAt' && operator === '=')) return true;
  return operator === '=' && others.length === 0 && reading?.span !== undefined && reading.span.first.key !== reading.span.last.key;
}

/** One end of a range. */
interface Edge {
  /** Exact numbers have edges of the class `number`, and each stretch takes its own form of them. */
  readonly of: StretchClass;
  readonly isFrom: boolean;
  readonly value: Scalar;
  readonly inclusive: boolean;
}

function stretchesOf(catalogue: Catalogue, field: CatalogueField, filters: readonly ReadFilter[]): Stretch[] {
  const edgesByForm: Edge[][] = [];
  for (const filter of filters) {
    formsOf(field, filter).forEach(({ readings }, form) => {
      edgesByForm[form] = [...(edgesByForm[form] ?? []), ...edgesOf(filter.operator, readings[0])];
    });
  }
  const [meant = [], earlier = []] = edgesByForm.map((edges) => stretchesWithin(catalogue, field, edges));
  if (meant.length === 0) return [];
  return [...meant, ...earlier.filter((stretch) => !meant.some(({ of }) => of === stretch.of))];
}

function edgesOf(operator: string, reading: Reading | undefined): Edge[] {
  if (!reading) return [];
  const { span, bound } = reading;
  if (operator === '=') return span ? [edgeOf('>=', span.first), edgeOf('<=', span.last)] : [];
  const value = operator === '<=' || operator === '>' ? (span?.last ?? bound) : (span?.first ?? bound);
  return value === undefined ? [] : [edgeOf(operator, value)];
}

function edgeOf(operator: string, value: Scalar): Edge {
  const of = classOf(value);
  return { of: of === 'exact' ? 'number' : of, isFrom: operator.startsWith('>'), value, inclusive: operator.endsWith('=') };
}

/** @returns none when the edges are of several classes, or cross */
function stretchesWithin(catalogue: Catalogue, field: CatalogueField, edges: readonly Edge[]): Stretch[] {
  const of = edges[0]?.of;
  if (of === undefined || edges.some((edge) => edge.of !== of)) return [];
  const classes = of === 'number' ? numberClasses(catalogue, field) : [of];
  return classes.flatMap((one) => stretchWithin(`idx.${field.code}`, one, edges) ?? []);
}

/** @returns the classes in which an index has the field's numbers */
export function numberClasses({ isFirstForm }: Catalogue, field: CatalogueField): StretchClass[] {
  if (!mayBeExact(field)) return ['number'];
  return field.types.includes('number') || (isFirstForm && field.types.includes('string')) ? ['number', 'exact'] : ['exact'];
}

interface Bound {
  readonly value: SortValue;
  readonly inclusive: boolean;
}

function stretchWithin(path: string, of: StretchClass, edges: readonly Edge[]): Stretch | null {
  let lower: Bound | undefined;
  let upper: Bound | undefined;
  for (const edge of edges) {
    const bound = boundIn(of, edge);
    if (edge.isFrom) lower = lower && !isTighter(lower, bound, 1) ? lower : bound;
    else upper = upper && !isTighter(upper, bound, -1) ? upper : bound;
  }
  if (lower && upper) {
    const order = compareSortValues(lower.value, upper.value);
    if (order > 0 || (order === 0 && !(lower.inclusive && upper.inclusive))) return null;
  }
  const where: Condition[] = [
    ...(lower ? ([[path, lower.inclusive ? '>=' : '>', indexValueOf(lower.value)]] as const) : []),
    ...(upper ? ([[path, upper.inclusive ? '<=' : '<', indexValueOf(upper.value)]] as const) : []),
  ];
  return { of, where };
}

function boundIn(of: StretchClass, { value, isFrom, inclusive }: Edge): Bound {
  if (typeof value === 'string') {
    // All texts with one folded start lie between it and it followed by `afterMark`.
    const start = foldedStart(value);
    return { value: isFrom === inclusive ? start : start + afterMark, inclusive: isFrom };
  }
  if (of === 'exact' && typeof value === 'number') return { value: exactForm(value), inclusive };
  if (of === 'number' && typeof value === 'object') return numberBound(value.key, isFrom, inclusive);
  return { value, inclusive };
}

/** @returns the same end among numbers, which may not have one of exactly this value */
function numberBound(key: string, isFrom: boolean, inclusive: boolean): Bound {
  const value = numberOfKey(key);
  const order = Number.isFinite(value) ? compareSortValues(value, { kind: 'exact', key }) : value;
  if (order === 0) return { value, inclusive };
  return { value, inclusive: isFrom === order > 0 };
}

/** @returns whether `candidate` cuts away more than `present`, on the lower (1) or the upper (-1) side */
function isTighter(present: Bound, candidate: Bound, side: 1 | -1): boolean {
  const order = compareSortValues(candidate.value, present.value) * side;
  return order > 0 || (order === 0 && !candidate.inclusive);
}

function timeBounds({ path, operator, literals, zone }: ReadFilter): Condition[] {
  const { first, last } = moment(path, literals[0]?.text ?? '', zone);
  const from: Condition = [path, '>=', Timestamp.fromMillis(operator === '>' ? last + 1 : first)];
  const to: Condition = [path, '<', Timestamp.fromMillis(operator === '<' ? first : last + 1)];
  if (operator === '=') return [from, to];
  return [operator.startsWith('>') ? from : to];
}
