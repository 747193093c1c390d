import { classOf, numberOfKey } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import type { Condition, Direction, QuerySpec } from '../../../store/model/query-spec.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { mayBeExact, mayBeTime } from '../index/field-forms.ts';
import { compareSortValues, exactForm, indexValueOf, type SortValue } from '../index/index-value.ts';
import type { Position } from './candidate.ts';
import { numberClasses, type Stretch, type StretchClass } from './range.ts';

/** A part of an index that is walked as one; `all`: all values there, without nulls. */
export interface Walk extends Omit<Stretch, 'of'> {
  readonly of: StretchClass | 'all';
}

/**
 * The index of a field as walks in the order of lists; those of one group are to be merged. Firestore puts bytes, which exact numbers
 * are there, behind texts.
 */
export function wholeIndex(catalogue: Catalogue, field: CatalogueField): (readonly Walk[])[] {
  if (!mayBeExact(field)) return [[{ of: 'all', where: [] }]];
  const { types } = field;
  const hasHidden = catalogue.isFirstForm && types.includes('string');
  const classes: StretchClass[][] = [
    ...(types.includes('boolean') || hasHidden ? [['boolean' as const]] : []),
    numberClasses(catalogue, field),
    ...(mayBeTime(field) ? [['time' as const]] : []),
    ['text'],
  ];
  return classes.map((group) => group.map((of) => ({ of, where: [ofClass(field.code, of)] })));
}

/** A range with one bound holds the values of the bound's class alone. */
export function ofClass(code: string, of: StretchClass): Condition {
  return [`idx.${code}`, '>=', least[of]];
}

const least: Readonly<Record<StretchClass, unknown>> = {
  boolean: false,
  number: Number.NEGATIVE_INFINITY,
  exact: Buffer.alloc(0),
  time: new Timestamp(-62_135_596_800, 0),
  text: '',
};

type Start = Pick<QuerySpec, 'startAt' | 'startAfter' | 'endAt'>;

/** @returns where a walk begins behind a position; null when it lies before it altogether */
export function startIn(of: Walk['of'], position: Position | undefined, direction: Direction): Start | null {
  // Nulls sort below false, the least value there is.
  const bottom: Start = of !== 'all' ? {} : direction === 'asc' ? { startAt: [false] } : { endAt: [false] };
  if (!position || position.value === null) return bottom;
  const { value, id } = position;
  if (of === 'all') return { ...(direction === 'desc' ? bottom : {}), startAfter: [indexValueOf(value), id] };
  const distance = (ranks[of] - ranks[classOf(value)]) * (direction === 'asc' ? 1 : -1);
  if (distance !== 0) return distance > 0 ? {} : null;
  const own = classOf(value) === of ? value : of === 'exact' ? exactForm(Number(value)) : undefined;
  return own === undefined ? startAmongNumbers(value, id, direction) : { startAfter: [indexValueOf(own), id] };
}

const ranks: Readonly<Record<StretchClass, number>> = { boolean: 0, number: 1, exact: 1, time: 2, text: 3 };

/** Behind an exact number, which may lie between two numbers. */
function startAmongNumbers(exact: SortValue, id: string, direction: Direction): Start {
  const number = typeof exact === 'object' ? numberOfKey(exact.key) : Number(exact);
  const order = Number.isFinite(number) ? compareSortValues(number, exact) : number;
  if (order === 0) return { startAfter: [number, id] };
  return order > 0 === (direction === 'asc') ? { startAt: [number] } : { startAfter: [number] };
}
