import { type Given, isDigits, type Json, numberOfDigits } from '@bedplate/contract';

/**
 * Makes the numbers of an event storable: its sender cannot be asked for another spelling, so digits that no number holds, as in ids of
 * social networks, are kept as text.
 * @param declared fields by their names: they are read by their types, digit by digit
 */
export function withTexts(event: unknown, declared?: ReadonlyMap<string, unknown>): unknown {
  if (typeof event !== 'object' || event === null || Array.isArray(event) || isDigits(event)) return event;
  const fields = Object.create(null) as Record<string, unknown>; // `__proto__` is a name like any other here
  for (const [name, value] of Object.entries(event)) fields[name] = declared?.has(name) ? value : plain(value as Given);
  return fields;
}

function plain(given: Given): Json {
  if (isDigits(given)) return numberOfDigits(given) ?? given.rawJSON;
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(plain);
  const members = Object.create(null) as Record<string, Json>; // `__proto__` is a name like any other here
  for (const [name, value] of Object.entries(given)) members[name] = plain(value);
  return members;
}
