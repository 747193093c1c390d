import type { LiveEvent } from './events.ts';

type Scalar = string | number | boolean | null;

/** Fields and the value, or one of the values, that they must have; a dot reaches into an object. */
export type LiveWhere<T> = { [F in keyof T & string]?: Scalar | readonly Scalar[] } & {
  [path: `${string}.${string}`]: Scalar | readonly Scalar[];
};

/** Records that are remembered as matching or not; the oldest are forgotten first, which costs no more than an event that changes nothing. */
const remembered = 20_000;

/**
 * Lets through what concerns records that match, and turns the rest into what it means to a list of those: a record that begins to
 * match is created, one that stops is deleted.
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
    // Nobody has seen it: it has never matched.
    if (before === false || event.type === 'create') return;
    onChange(event.type === 'delete' ? event : { type: 'delete', id: event.id });
  };
}

const spellsNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** As the filters of a list compare: numbers with their text, a list by any of its elements, null and empty text with what is missing. */
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
