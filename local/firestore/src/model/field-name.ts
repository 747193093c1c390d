const most = 10_000;
const longest = 100;
const known = new Map<string, string>();

/**
 * One string for all fields of a name. Decoded bytes make a new one each time: a million documents would hold a million copies of
 * each name, and finding a field would compare letters where it now compares an address.
 */
export function fieldName(text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  if (text.length > longest || known.size >= most) return text;
  // V8 keeps one string of each property name, which it also uses for names in programs and in JSON: that one.
  const [name = text] = Object.keys({ [text]: true });
  known.set(name, name);
  return name;
}
