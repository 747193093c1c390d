import { endOfString } from './values/string-end.ts';

const colon = /\s*:/y;

/**
 * Of members of one name in an object, JSON would keep the last value alone.
 * @param text valid JSON
 * @returns the first such name within each element of the text's list, by the element's place from 0; of a text that is no list, at 0
 */
export function repeatedMembers(text: string): ReadonlyMap<number, string> {
  const open: (Set<string> | null)[] = [];
  const found = new Map<number, string>();
  let element = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '{' || mark === '[') open.push(mark === '{' ? new Set() : null);
    else if (mark === '}' || mark === ']') open.pop();
    else if (mark === ',' && open.length === 1 && open[0] === null) element += 1;
    if (mark !== '"') continue;
    const end = endOfString(text, at);
    colon.lastIndex = end + 1;
    const names = colon.test(text) && open.at(-1);
    if (names) {
      const name = JSON.parse(text.slice(at, end + 1)) as string; // it has quotes on both sides
      if (names.has(name) && !found.has(element)) found.set(element, name);
      names.add(name);
    }
    at = end;
  }
  return found;
}
