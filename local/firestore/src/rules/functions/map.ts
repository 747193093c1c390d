import { equals } from '../values/equality.ts';
import { setOfNames } from '../values/set.ts';
import {
  MapDiff,
  PartialMap,
  read,
  RuleError,
  type RuleList,
  type RuleMap,
  type RuleSet,
  type RuleValue,
  Unknown,
  unknown,
} from '../values/value.ts';
import { type Overload, overload } from './overload.ts';

export const mapMethods: Readonly<Record<string, readonly Overload[]>> = {
  keys: [overload(['map'], (self) => [...self.keys()])],
  values: [overload(['map'], (self) => [...self.values()])],
  size: [overload(['map'], (self) => BigInt(self.size))],
  get: [overload(['map', 'string', 'any'], (self, key, fallback) => find(self, [key], fallback)), overload(['map', 'list', 'any'], find)],
  diff: [overload(['map', 'map'], (self, other) => new MapDiff(self, other))],
};

export const mapDiffMethods: Readonly<Record<string, readonly Overload[]>> = {
  addedKeys: [overload(['map_diff'], (self) => namesIn(self.after, (key) => !self.before.has(key)))],
  removedKeys: [overload(['map_diff'], (self) => namesIn(self.before, (key) => !self.after.has(key)))],
  changedKeys: [overload(['map_diff'], (self) => changed(self, (equal) => equal === false))],
  unchangedKeys: [overload(['map_diff'], (self) => changed(self, (equal) => equal === true))],
  affectedKeys: [overload(['map_diff'], affected)],
};

/** The methods of `resource.data` in a list proof: `get` of a constrained field is known, the rest is not. */
export function methodOfPartialMap(self: PartialMap, name: string, values: readonly RuleValue[]): RuleValue {
  const [key, fallback] = values;
  if (name !== 'get' || fallback === undefined) return unknown;
  if (typeof key === 'string') return findPartly(self, [key]);
  return Array.isArray(key) ? findPartly(self, key as RuleList) : unknown;
}

/** The value at a path of keys, or the fallback when a step is missing or is not a map. */
function find(self: RuleMap, keys: RuleList, fallback: RuleValue): RuleValue {
  if (keys.length === 0) return new RuleError('Unsupported operation error. map.get(list) needs at least one key.');
  let current: RuleValue = self;
  for (const key of keys) {
    if (typeof key !== 'string') return new RuleError('Unsupported operation error. The keys of map.get(list) are strings.');
    const next: RuleValue | undefined = current instanceof Map ? current.get(key) : undefined;
    if (next === undefined) return fallback;
    current = next;
  }
  return read(current);
}

function findPartly(self: PartialMap, keys: RuleList): RuleValue {
  let current: RuleValue = self;
  for (const key of keys) {
    if (typeof key !== 'string') return unknown;
    const next: RuleValue | undefined =
      current instanceof PartialMap ? current.entries.get(key) : current instanceof Map ? current.get(key) : undefined;
    if (next === undefined) return unknown;
    current = next;
  }
  return read(current);
}

function namesIn(map: RuleMap, keep: (key: string) => boolean): RuleSet {
  return setOfNames([...map.keys()].filter(keep));
}

function changed({ after, before }: MapDiff, keep: (equal: boolean) => boolean): RuleSet | Unknown {
  const names: string[] = [];
  for (const [key, value] of after) {
    const other = before.get(key);
    const equal = other === undefined ? undefined : equals(value, other);
    if (equal instanceof Unknown) return unknown;
    if (equal !== undefined && keep(equal)) names.push(key);
  }
  return setOfNames(names);
}

function affected(diff: MapDiff): RuleSet | Unknown {
  const changedNames = changed(diff, (equal) => equal === false);
  if (changedNames instanceof Unknown) return unknown;
  const names = [...changedNames.items.values()].filter((name) => typeof name === 'string');
  return setOfNames([
    ...names,
    ...[...diff.after.keys()].filter((key) => !diff.before.has(key)),
    ...[...diff.before.keys()].filter((key) => !diff.after.has(key)),
  ]);
}
