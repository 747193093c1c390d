import * as contract from '@bedplate/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Places that have their end elsewhere, with the reason. */
const elsewhere = [
  /^(DiscountInput|DiscountChange)\.expiresAt$/, // a moment of a certain form
  /^PlatformSettings\.updatedBy/, // written by the server
  /^\w+\.(schema\.)?(fields\.)?(min|max)$/, // bounds of a field's values: any number
  /\.(minLength|maxLength|version|seen_uses_taken)$/, // a whole number that is only compared
  /^\w+\.__schema0\b/, // JSON, such as a field's default; a schema has its size
  /^AccessTryAs\.values$/, // fields of a record, which a save has its own limits for
  /^(Access\w+\.grants|Grants?)\.(if|after)$/, // the conditions of a rule are counted together
  /^(GrantConditionShape|FactorCondition|\w+(\.\w+)*\.secondFactorFor)(\.value)?$/, // as above; who asks for conditions counts them
  /^(Grant|Grants|GrantTerm|Access\w+\.grants)\.((if|after)\.)?value$|\.fields\.server$/, // any number, in rules of a certain size
];

/** No form of the console needs more. */
const most = { characters: 10_000, elements: 1_000, number: 10 ** 10 };

/** @returns the places of a schema whose text, list or number may have any size */
function endless(name: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.entries(part).flatMap(([key, inner]) => endless(isField(key) ? `${name}.${key}` : name, inner));
  return isEndless(part as Record<string, unknown>) ? [name, ...within] : within;
}

/** @param part of a JSON Schema */
function isEndless({ type, maxLength, maxItems, maximum, pattern, enum: values, const: value, format }: Record<string, unknown>): boolean {
  if (values !== undefined || value !== undefined) return false;
  if (type === 'array') return !(Number(maxItems) <= most.elements);
  if (type === 'number' || type === 'integer') return !(Number(maximum) <= most.number);
  const isShort = Number(maxLength) <= most.characters || /\{\d+,\d+\}\)?[|$]/.test(String(pattern)) || format === 'date-time';
  return type === 'string' && !isShort;
}

/** Neither a word of JSON Schema nor a place in a list. */
const isField = (key: string) =>
  /^[a-z_]/i.test(key) && !['properties', 'items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties', 'propertyNames'].includes(key);

test('every text, list and number that the contract lets in has a most', () => {
  const schemas = Object.entries(contract).flatMap(([name, each]) => (each instanceof z.ZodType ? [{ name, schema: each }] : []));
  expect(schemas.length).toBeGreaterThan(40);
  const places = schemas.flatMap(({ name, schema }) => endless(name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
  expect([...new Set(places)].filter((place) => !elsewhere.some((known) => known.test(place)))).toEqual([]);
});
