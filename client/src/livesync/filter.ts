import { comparison } from '@bedplate/contract/values/condition';
import type { Json } from '@bedplate/contract/values/json';
import { type Reading, readLiteral } from '@bedplate/contract/values/reading';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { BedplateError } from '../transport/errors.ts';
import type { LiveEvent } from './events.ts';

type Scalar = string | number | boolean | null;
/** In `text`, a text even where it spells a number, true or false. */
type Wanted = Scalar | readonly Scalar[] | { readonly text: string | readonly string[] };

/** The value, or one of the values, that each field must have. A dot leads into an object. */
export type LiveWhere<T> = { [F in keyof T & string]?: Wanted } & { [path: `${string}.${string}`]: Wanted };

/** Records of which events are passed on: all of `where` is met and, if given, one of `or`. */
export interface LiveConditions {
  where?: Conditions | undefined;
  or?: readonly Conditions[] | undefined;
}

type Conditions = Readonly<Record<string, unknown>>;

/** @throws {BedplateError} `invalid-argument` for a condition that events cannot be checked by */
export function refuseUncheckable(conditions: LiveConditions): void {
  const { where = {}, or } = conditions;
  if ('near' in conditions) throw new BedplateError('invalid-argument', 'LiveSync has no near: it compares fields with values only.');
  if (or?.length === 0) throw new BedplateError('invalid-argument', 'or needs at least one alternative.');
  for (const [field, wanted] of [where, ...(or ?? [])].flatMap((conditions) => Object.entries(conditions))) {
    const isValue = typeof wanted !== 'object' || wanted === null || Array.isArray(wanted) || 'text' in wanted;
    if (!isValue) throw new BedplateError('invalid-argument', `LiveSync compares ${field} with values only: no operators in where and or.`);
  }
}

/** By field. */
export type FieldTypes = Readonly<Record<string, ValueType>>;

/** @throws {BedplateError} `invalid-argument` for a condition on records that others refer to, which events do not show */
export function refuseReferences({ where = {}, or = [] }: LiveConditions, types: FieldTypes): void {
  for (const field of [where, ...or].flatMap((conditions) => Object.keys(conditions))) {
    const [name = '', inner] = field.split('.', 2);
    const type = inner === undefined ? undefined : types[name];
    if (type?.type === 'reference' || type?.of === 'reference')
      // The status ends it: asked again it would be the same.
      throw new BedplateError('invalid-argument', `LiveSync does not follow the reference ${name}: compare ${name} with ids.`, {
        status: 400,
      });
  }
}

/**
 * How many records are remembered as matching or not. The oldest are forgotten first; this causes
 * at most an event that changes nothing.
 */
const remembered = 20_000;

/**
 * Passes on the events of matching records. A record that begins to match arrives as a create, a
 * record that stops matching as a delete.
 * @param typesNow of the fields, as the last token had them
 * @returns the listener for all events
 */
export function onlyMatching(
  { where = {}, or }: LiveConditions,
  onChange: (event: LiveEvent) => void,
  typesNow: () => FieldTypes = () => ({}),
): (event: LiveEvent) => void {
  const known = new Map<string, boolean>();
  const isMet = (record: object) =>
    matches(record, where, typesNow()) && (or === undefined || or.some((one) => matches(record, one, typesNow())));
  const remember = (id: string, isMatch: boolean) => {
    known.delete(id);
    known.set(id, isMatch);
    const [oldest] = known.size > remembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
  };
  return (event) => {
    if (event.type === 'gap') {
      known.clear();
      return onChange(event);
    }
    const before = known.get(event.id);
    const isMatch = event.type !== 'delete' && isMet(event.record);
    remember(event.id, isMatch);
    if (isMatch) return onChange(event.type === 'update' && before === false ? { ...event, type: 'create' } : event);
    // The listener has not seen it: it has never matched.
    if (before === false || event.type === 'create') return;
    onChange(event.type === 'delete' ? event : { type: 'delete', id: event.id });
  };
}

/** Compares as the conditions of a list do: see docs/values.md. */
export function matches(record: object, where: Conditions, types: FieldTypes = {}): boolean {
  return Object.entries(where).every(([path, wanted]) => {
    if (wanted === undefined) return true;
    const value = Object.hasOwn(record, path)
      ? (record as Record<string, unknown>)[path]
      : path.split('.').reduce<unknown>(childOf, record);
    const type = Object.hasOwn(types, path) ? types[path] : undefined;
    return comparison('=', readingsOf(wanted, type), type)(value as Json | undefined); // a record is JSON
  });
}

function childOf(value: unknown, name: string): unknown {
  const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isParent ? (value as Record<string, unknown>)[name] : undefined;
}

function readingsOf(wanted: unknown, type: ValueType | undefined): Reading[] {
  const isText = typeof wanted === 'object' && wanted !== null && 'text' in wanted;
  const values: unknown = isText ? wanted.text : wanted;
  return (Array.isArray(values) ? values : [values]).flatMap((one) => {
    const quoted = typeof one === 'string' && (isText || /^(?:null$|".*"$)/s.test(one));
    return readLiteral({ text: String(one), quoted }, type) ?? [];
  });
}
