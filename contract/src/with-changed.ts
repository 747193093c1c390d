import { z } from 'zod';

/**
 * A change of something that several people may have open. With `changed`, the fields that the caller has changed, the others keep what
 * they have now, which somebody else may have saved since the caller saw them; without it all fields are set.
 */
export function withChanged<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  return fields.extend({ changed: z.array(fields.keyof()).max(20).optional() });
}

/**
 * Makes one list of what two people have made of it, for each list of several settings: what either has added is there, and what either
 * has taken away is not. The other settings are as given.
 * @param seen as they were when both began
 * @param standing as they are now
 */
export function withMergedLists<Given extends object>(given: Given, seen: object = {}, standing: object = {}): Given {
  const [before, now] = [new Map(Object.entries(seen)), new Map(Object.entries(standing))];
  const lists = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const both: unknown[] = [before.get(name), now.get(name)];
    const [was, is] = both;
    return Array.isArray(value) && Array.isArray(was) && Array.isArray(is) ? [[name, mergedList<unknown>(value, was, is)]] : [];
  });
  return { ...given, ...Object.fromEntries(lists) };
}

/** @returns of the settings that are changed, the lists as they were before */
export function seenLists(before: object, change: object): object {
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => Array.isArray(value) && Object.hasOwn(change, name)));
}

/** Entries with an `id` are the same by that, and stay as they are now where `given` has not changed them. */
function mergedList<Entry>(given: readonly Entry[], seen: readonly Entry[], standing: readonly Entry[]): Entry[] {
  const [own, before, now] = [byName(given), byName(seen), byName(standing)];
  const kept = given.flatMap((entry) => {
    const name = nameOf(entry);
    if (!before.has(name) || JSON.stringify(before.get(name)) !== JSON.stringify(entry)) return [entry];
    const theirs = now.get(name);
    return theirs === undefined ? [] : [theirs];
  });
  return [...kept, ...standing.filter((entry) => !before.has(nameOf(entry)) && !own.has(nameOf(entry)))];
}

function byName<Entry>(list: readonly Entry[]): Map<unknown, Entry> {
  return new Map(list.map((entry) => [nameOf(entry), entry]));
}

/** Objects without an id are the same when all of them is. */
function nameOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return 'id' in entry ? entry.id : JSON.stringify(entry);
}
