import { type Json, lostNumber, repeatedMembers, spellsNumber } from '@bedplate/contract';
import type { FormTexts } from './record-write.ts';

/**
 * Converts the texts of a form back to the types of the stored record, where this loses no
 * information; other text stays text.
 */
export function coerceFields(
  fields: Readonly<Record<string, Json>>,
  stored: Readonly<Record<string, Json>>,
  { typed }: FormTexts = { typed: [] },
): Record<string, Json> {
  const coerced: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    // An empty box for a field that the record does not have is how the table shows it, no wish to add it.
    if (before === undefined && value === '') continue;
    const isText = typeof value === 'string' && before !== undefined && !typed.includes(name);
    coerced[name] = isText ? coerce(value, before) : value;
  }
  return coerced;
}

function coerce(text: string, before: Json): Json {
  if (typeof before === 'string') return text;
  if (before === null) return text === '' || text === 'null' ? null : text;
  if (text === shownAs(before)) return before;
  if (typeof before === 'number') return numberOf(text) ?? text;
  if (typeof before === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  const parsed = parse(text);
  return typeof parsed === 'object' && parsed !== null && Array.isArray(parsed) === Array.isArray(before) ? parsed : text;
}

function shownAs(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  return /^-?\d+(\.\d+)?$/.test(trimmed) && spellsNumber(trimmed) ? Number(trimmed) : undefined;
}

function parse(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return lostNumber(text) === undefined && repeatedMembers(text).size === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
