import { keyOf } from './key.ts';
import { RuleSet, type RuleValue } from './value.ts';

/** `undefined` when an element is unknown. */
export function setOf(values: Iterable<RuleValue>): RuleSet | undefined {
  const items = new Map<string, RuleValue>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === undefined) return undefined;
    if (!items.has(key)) items.set(key, value);
  }
  return new RuleSet(items);
}

export function setOfNames(names: Iterable<string>): RuleSet {
  const items = new Map<string, RuleValue>();
  for (const name of names) items.set(`s${name.length}:${name}`, name);
  return new RuleSet(items);
}
