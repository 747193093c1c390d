/**
 * Of members of one name in an object, JSON would keep the last value alone.
 * @param text valid JSON
 * @returns the first such name within each element of the text's list, by the element's place from 0; of a text that is no list, at 0
 */
export function repeatedMembers(text: string): ReadonlyMap<number, string> {
  const open: (Set<string> | null)[] = [];
  const found = new Map<number, string>();
  let element = 0;
  for (const [token, quoted, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/gs)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && open.length === 1 && open[0] === null) element += 1;
    if (quoted === undefined || colon === undefined) continue;
    const name = JSON.parse(quoted) as string; // the pattern has matched a string
    const names = open.at(-1);
    if (names?.has(name) && !found.has(element)) found.set(element, name);
    names?.add(name);
  }
  return found;
}
