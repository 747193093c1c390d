import type { RuleValue } from '../values/value.ts';

/** Claims are JSON: an integral number is an int, any other a float; undefined members are absent. */
export function ruleValueOfJson(value: unknown): RuleValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(ruleValueOfJson);
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return new Map(fields.map(([name, field]) => [name, ruleValueOfJson(field)]));
}
