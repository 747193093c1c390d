const longest = 50;

/** @returns the whole value as text: NULL for an empty one, JSON for objects */
function wholeText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'NULL';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @returns what a cell shows: the text, cut at 50 characters */
export function cellText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return cut(wholeText(value));
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = cut(wholeText(value));
  texts.set(value, text);
  return text;
}

/** A record's object does not change, and one may be a megabyte of JSON. */
const texts = new WeakMap<object, string>();

function cut(text: string): string {
  if (text.length <= longest) return text;
  const characters = Array.from(text.slice(0, 2 * longest + 2)); // whole code points: half an emoji would show as a box
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}

/** @returns what the reader shows: as the cell, with objects laid out over lines */
export function readableText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : wholeText(value);
}

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
