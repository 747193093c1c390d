import { bytesMethods, hashingFunctions } from './bytes.ts';
import { castFunctions } from './cast.ts';
import { listMethods, setMethods } from './collection.ts';
import { durationFunctions, durationMethods } from './duration.ts';
import { latlngFunctions, latlngMethods } from './latlng.ts';
import { mapDiffMethods, mapMethods } from './map.ts';
import { mathFunctions } from './math.ts';
import type { Overload } from './overload.ts';
import { pathMethods } from './path.ts';
import { stringMethods } from './string.ts';
import { timestampFunctions, timestampMethods } from './timestamp.ts';

const namespaces: ReadonlyMap<string, Readonly<Record<string, readonly Overload[]>>> = new Map([
  ['math', mathFunctions],
  ['timestamp', timestampFunctions],
  ['duration', durationFunctions],
  ['latlng', latlngFunctions],
  ['hashing', hashingFunctions],
]);

const methods = mergeByName([
  stringMethods,
  listMethods,
  mapMethods,
  setMethods,
  mapDiffMethods,
  bytesMethods,
  pathMethods,
  timestampMethods,
  durationMethods,
  latlngMethods,
]);

/** Functions that read documents. In storage rules they are in the namespace `firestore`. */
export const lookupFunctions: ReadonlySet<string> = new Set(['get', 'exists', 'getAfter', 'existsAfter']);

export function isNamespace(name: string): boolean {
  return namespaces.has(name) || name === 'firestore';
}

export function namespaceFunction(namespace: string, name: string): readonly Overload[] | undefined {
  const functions = namespaces.get(namespace);
  return functions && Object.hasOwn(functions, name) ? functions[name] : undefined;
}

export function globalFunction(name: string): readonly Overload[] | undefined {
  return Object.hasOwn(castFunctions, name) ? castFunctions[name] : undefined;
}

/** Every implementation of a method, whatever its receiver. */
export function methodOverloads(name: string): readonly Overload[] | undefined {
  return methods.get(name);
}

function mergeByName(tables: readonly Readonly<Record<string, readonly Overload[]>>[]): ReadonlyMap<string, readonly Overload[]> {
  const merged = new Map<string, Overload[]>();
  for (const table of tables) {
    for (const [name, overloads] of Object.entries(table)) merged.set(name, [...(merged.get(name) ?? []), ...overloads]);
  }
  return merged;
}
