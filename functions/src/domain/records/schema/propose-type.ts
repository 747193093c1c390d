import { decimalOf, exactNumberOf, fromJson, type Json, type SchemaField } from '@bedplate/contract';

/** Of a hundred texts that may be of a type which the others have. */
const needed = 0.9;
const longTextCharacters = 500;

/**
 * The type of most values of a field; one for any values, where no kind has half of them.
 * @param values those that are not null
 * @returns undefined without values
 */
export function proposedType(values: readonly Json[]): SchemaField | undefined {
  const byKind = Map.groupBy(values, kindOf);
  const [most] = [...byKind].sort(([, a], [, b]) => b.length - a.length);
  if (!most) return undefined;
  const [kind, members] = most;
  if (members.length * 2 < values.length) return { type: 'json' };
  if (kind === 'text') return textType(members as string[]); // kindOf has seen that they are texts
  if (kind === 'list') return listType(members as Json[][]); // likewise
  if (kind === 'object') return { type: isMostly(members, { type: 'geo' }) ? 'geo' : 'json' };
  return { type: kind };
}

function kindOf(value: Json): 'text' | 'number' | 'boolean' | 'list' | 'object' {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value as 'number' | 'boolean' | 'object'; // JSON has no other types, and nulls are left out
}

function textType(texts: readonly string[]): SchemaField {
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return { type: 'text' };
  for (const type of ['date', 'dateTime', 'email', 'url'] as const) if (isMostly(filled, { type })) return { type };
  if (filled.every(isDecimal) && filled.some((text) => text.includes('.'))) return { type: 'decimal' };
  return { type: filled.some((text) => text.length > longTextCharacters) ? 'longText' : 'text' };
}

/** "007" and "+1" are texts; "10.00" and "9" are amounts. */
function isDecimal(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && (decimalOf(text) !== undefined || exactNumberOf(text) !== undefined);
}

function listType(lists: readonly (readonly Json[])[]): SchemaField {
  const elements = lists.flat();
  const of = (['boolean', 'number', 'text'] as const).find((type) => elements.length > 0 && elements.every((one) => isOf(one, { type })));
  return { type: 'list', ...(of && { of }) };
}

function isMostly(values: readonly Json[], field: SchemaField): boolean {
  return values.filter((value) => isOf(value, field)).length >= values.length * needed;
}

export function isOf(value: Json, field: SchemaField): boolean {
  return !('problem' in fromJson(value, field));
}
