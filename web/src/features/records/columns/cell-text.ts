const longest = 50;

/** @returns the whole value as text: NULL for an empty one, JSON for objects */
function wholeText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'NULL';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @returns what a cell shows: the text, cut at 50 characters */
export function cellText(value: unknown): string {
  const text = wholeText(value);
  if (text.length <= longest) return text;
  const characters = Array.from(text); // whole code points: half an emoji would show as a box
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}

/** @returns what the reader shows: as the cell, with objects laid out over lines */
export function readableText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : wholeText(value);
}

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
