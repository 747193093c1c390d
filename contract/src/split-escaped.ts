/**
 * Splits a text at a mark, such as `a|b` at `|`. A backslash before the mark makes it a character, and backslashes that stand
 * before a mark are written twice; anywhere else a backslash is itself.
 * @param mark one character
 * @param isParting whether a mark without a backslash parts, by the text after it; otherwise it stays a character
 * @returns at least one part, with the marks of its own as characters
 */
export function splitEscaped(text: string, mark: string, isParting: (after: string) => boolean = () => true): string[] {
  const parts = [''];
  let from = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const backslashes = /\\*$/.exec(text.slice(from, at))?.[0].length ?? 0;
    const isCharacter = backslashes % 2 === 1 || !isParting(text.slice(at + 1));
    const before = text.slice(from, at - backslashes) + '\\'.repeat(Math.floor(backslashes / 2));
    parts.push(parts.pop() + before + (isCharacter ? mark : ''));
    if (!isCharacter) parts.push('');
    from = at + 1;
  }
  parts.push(parts.pop() + text.slice(from));
  return parts;
}
