import { isDeepStrictEqual } from 'node:util';
import { gone } from './values.ts';

/** @returns the top-level fields that differ, as an update takes them; those that are gone are deleted */
export function changedFields(before: object, after: object): Record<string, unknown> {
  const [old, fresh] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>]; // documents are maps
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(fresh)) {
    const isKept = Object.hasOwn(old, name) && (old[name] === fresh[name] || isDeepStrictEqual(old[name], fresh[name]));
    if (!isKept) changes[name] = fresh[name];
  }
  for (const name of Object.keys(old)) if (!Object.hasOwn(fresh, name)) changes[name] = gone;
  return changes;
}
