import { keyOf } from '../values/key.ts';
import { setOf } from '../values/set.ts';
import { RuleError, RuleSet, type RuleList, type RuleValue, Unknown, unknown } from '../values/value.ts';
import { equals } from '../values/equality.ts';
import { factsContain } from '../values/facts.ts';
import { type Overload, overload } from './overload.ts';

/** `element in list`, for a list whose elements may be unknown. */
export function listContains(list: RuleList, element: RuleValue): boolean | Unknown {
  let result: boolean | Unknown = false;
  for (const item of list) {
    const equal = equals(item, element);
    if (equal === true) return true;
    if (equal !== false) result = equal;
  }
  return result;
}

/** The result of `list.hasAny(…)` and `list.hasAll(…)` by a query's array-contains filters; unknown for every other method. */
export function methodOfUnknownList(self: Unknown, name: string, values: readonly RuleValue[]): RuleValue {
  const elements = elementsOf(values[0]);
  if (values.length !== 1 || !elements || elements.length === 0) return unknown;
  if (name === 'hasAny' && elements.some((element) => factsContain(self.facts, element))) return true;
  if (name === 'hasAll' && elements.every((element) => factsContain(self.facts, element))) return true;
  return unknown;
}

export const listMethods: Readonly<Record<string, readonly Overload[]>> = {
  hasAll: subsetTest('list', (own, other) => containsAll(own, other)),
  hasAny: subsetTest('list', (own, other) => containsAny(own, other)),
  hasOnly: subsetTest('list', (own, other) => containsAll(other, own)),
  size: [overload(['list'], (self) => BigInt(self.length))],
  toSet: [overload(['list'], (self) => setOf(self) ?? unknown)],
  concat: [overload(['list', 'list'], concat)],
  removeAll: [overload(['list', 'list'], removeAll)],
  join: [overload(['list', 'string'], join)],
};

export const setMethods: Readonly<Record<string, readonly Overload[]>> = {
  difference: [overload(['set', 'set'], (self, other) => filtered(self, (key) => !other.items.has(key)))],
  union: [overload(['set', 'set'], (self, other) => new RuleSet(new Map([...self.items, ...other.items])))],
  intersection: [overload(['set', 'set'], (self, other) => filtered(self, (key) => other.items.has(key)))],
  hasAll: subsetTest('set', (own, other) => containsAll(own, other)),
  hasAny: subsetTest('set', (own, other) => containsAny(own, other)),
  hasOnly: subsetTest('set', (own, other) => containsAll(other, own)),
  size: [overload(['set'], (self) => BigInt(self.items.size))],
};

/** hasAll and its kin take a list or a set, whatever they are called on. */
function subsetTest(self: 'list' | 'set', decide: (own: RuleSet, other: RuleSet) => boolean): readonly Overload[] {
  const run = (own: RuleList | RuleSet, other: RuleList | RuleSet): RuleValue => {
    const left = own instanceof RuleSet ? own : setOf(own);
    const right = other instanceof RuleSet ? other : setOf(other);
    return left && right ? decide(left, right) : unknown;
  };
  return [overload([self, 'list'], run), overload([self, 'set'], run)];
}

function containsAll(own: RuleSet, other: RuleSet): boolean {
  for (const key of other.items.keys()) if (!own.items.has(key)) return false;
  return true;
}

function containsAny(own: RuleSet, other: RuleSet): boolean {
  for (const key of other.items.keys()) if (own.items.has(key)) return true;
  return false;
}

function filtered(set: RuleSet, keep: (key: string) => boolean): RuleSet {
  return new RuleSet(new Map([...set.items].filter(([key]) => keep(key))));
}

/** More than any document holds. */
const maxListLength = 1_000_000;

function concat(self: RuleList, other: RuleList): RuleValue {
  return self.length + other.length > maxListLength
    ? new RuleError(`A list has more than ${maxListLength} elements.`, undefined, true)
    : self.concat(other);
}

function removeAll(self: RuleList, other: RuleList): RuleValue {
  const removed = setOf(other);
  if (!removed || !setOf(self)) return unknown;
  return self.filter((item) => !removed.items.has(keyOf(item) ?? ''));
}

function join(self: RuleList, separator: string): RuleValue {
  if (self.some((item) => item instanceof Unknown)) return unknown;
  if (self.every((item) => typeof item === 'string')) return self.join(separator);
  return new RuleError('Unsupported operation error. list.join(string) takes a list of strings.');
}

function elementsOf(value: RuleValue | undefined): RuleList | undefined {
  if (value instanceof RuleSet) return [...value.items.values()];
  return Array.isArray(value) ? (value as RuleList) : undefined;
}
