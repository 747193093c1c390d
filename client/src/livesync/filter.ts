import type { LiveEvent } from './events.ts';

type Scalar = string | number | boolean | null;

/** The value, or one of the values, that each field must have. A dot leads into an object. */
export type LiveWhere<T> = { [F in keyof T & string]?: Scalar | readonly Scalar[] } & {
  [path: `${string}.${string}`]: Scalar | readonly Scalar[];
};

/**
 * How many records are remembered as matching or not. The oldest are forgotten first; this causes
 * at most an event that changes nothing.
 */
const remembered = 20_000;

/**
 * Passes on the events of matching records. A record that begins to match arrives as a create, a
 * record that stops matching as a delete.
 * @returns the listener for all events
 */
export function onlyMatching(where: Readonly<Record<string, unknown>>, onChange: (event: LiveEvent) => void): (event: LiveEvent) => void {
  const known = new Map<string, boolean>();
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
    const isMatch = event.type !== 'delete' && matches(event.record, where);
    remember(event.id, isMatch);
    if (isMatch) return onChange(event.type === 'update' && before === false ? { ...event, type: 'create' } : event);
    // The listener has not seen it: it has never matched.
    if (before === false || event.type === 'create') return;
    onChange(event.type === 'delete' ? event : { type: 'delete', id: event.id });
  };
}

const spellsNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Compares as the filters of a list do: a number equals its text, a list matches with any of its
 * elements, and null and an empty text equal a missing field.
 */
export function matches(record: object, where: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where).every(([path, wanted]) => {
    if (wanted === undefined) return true;
    const value = Object.hasOwn(record, path)
      ? (record as Record<string, unknown>)[path]
      : path.split('.').reduce<unknown>(childOf, record);
    const candidates = Array.isArray(value) ? value.filter((element) => element !== null) : [value];
    return (Array.isArray(wanted) ? wanted : [wanted]).some((one) => candidates.some((candidate) => isEqual(candidate, one)));
  });
}

function childOf(value: unknown, name: string): unknown {
  const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isParent ? (value as Record<string, unknown>)[name] : undefined;
}

function isEqual(value: unknown, wanted: unknown): boolean {
  const text = String(wanted);
  if (value === null || value === undefined) return text === 'null' || text === '';
  if (text === 'null' || typeof value === 'object') return false;
  return String(value) === text || (typeof value === 'number' && spellsNumber.test(text) && value === Number(text));
}
