import type { Json } from '@bedplate/contract/values/json';
import type { ValueType } from '@bedplate/contract/values/scalar';
import type { Condition } from '../records/condition.ts';
import { BedplateError } from '../transport/errors.ts';
import type { LiveEvent } from './events.ts';
import { askedIn, meets, unreadableIn } from './live-condition.ts';

/** Conditions by field, as a list takes them. A dot leads into an object. */
export type LiveWhere<T> = { [F in keyof T & string]?: Condition<Value> } & { [path: `${string}.${string}`]: Condition<Value> };
type Value = string | number | boolean | Date;

/** Passes on events of these records: all of `where` is met and, if given, one of `or`. */
export interface LiveConditions {
  where?: Conditions | undefined;
  or?: readonly Conditions[] | undefined;
}

type Conditions = Readonly<Record<string, unknown>>;

/** @throws {BedplateError} `invalid-argument` for a condition that events cannot be checked by */
export function refuseUncheckable(conditions: LiveConditions): void {
  const { or } = conditions;
  if ('near' in conditions) throw new BedplateError('invalid-argument', 'LiveSync has no near: it compares fields with values.');
  if (or?.length === 0) throw new BedplateError('invalid-argument', 'or needs at least one alternative.');
  for (const [field, wanted] of entriesOf(conditions)) {
    const isBound = askedIn(field, wanted).some(({ operator }) => operator !== '=' && operator !== '!=');
    if (field === 'id' && isBound) throw new BedplateError('invalid-argument', 'An id can be compared with eq, ne and in only.');
  }
}

/** By field. */
export type FieldTypes = Readonly<Record<string, ValueType>>;

/**
 * Refuses by the types of the fields, which come with the connection. The status ends it: asked again it would be the same.
 * @throws {BedplateError} `invalid-argument` for a condition on records that others refer to, which events do not show, and for a value
 * that is none of its field's type
 */
export function refuseByTypes(conditions: LiveConditions, types: FieldTypes): void {
  for (const [field, wanted] of entriesOf(conditions)) {
    const [name = '', inner] = field.split('.', 2);
    const outer = inner === undefined ? undefined : typeIn(types, name);
    if (outer?.type === 'reference' || outer?.of === 'reference')
      throw refused(`LiveSync does not follow the reference ${name}: compare ${name} with ids.`);
    const type = typeIn(types, field);
    const unreadable = askedIn(field, wanted)
      .map((asked) => unreadableIn(asked, type))
      .find((value) => value !== undefined);
    if (unreadable !== undefined)
      throw refused(
        `${field} has the type ${type?.type}, and ${String(unreadable)} is none. { text: … } finds records that have it as a text.`,
      );
  }
}

function entriesOf({ where = {}, or = [] }: LiveConditions): [field: string, wanted: unknown][] {
  return [where, ...or].flatMap((conditions) => Object.entries(conditions)).filter(([, wanted]) => wanted !== undefined);
}

const times: FieldTypes = { createdAt: { type: 'dateTime' }, updatedAt: { type: 'dateTime' } };

function typeIn(types: FieldTypes, field: string): ValueType | undefined {
  const known = Object.hasOwn(times, field) ? times : types;
  return Object.hasOwn(known, field) ? known[field] : undefined;
}

function refused(message: string): BedplateError {
  return new BedplateError('invalid-argument', message, { status: 400 });
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
    return askedIn(path, wanted).every((asked) => meets(asked, value as Json | undefined, typeIn(types, path))); // a record is JSON
  });
}

function childOf(value: unknown, name: string): unknown {
  const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isParent ? (value as Record<string, unknown>)[name] : undefined;
}
