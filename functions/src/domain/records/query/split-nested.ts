import type { Sentence } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';

/** Lists in a parameter whose parts may have lists in parentheses, as in `author,comments(by=post;limit=5)` and `a=1,and(b=2,c=3)`. */

/**
 * Splits at a mark outside of parentheses. In a value a backslash makes the mark and parentheses characters, and so do double quotes.
 * @param refuse is called where a parenthesis is closed that was not opened
 */
export function splitNested(text: string, mark: ',' | ';', refuse: (problem: Sentence) => Error): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { at, character } of characters(text)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) throw refuse(say('parenthesisClosed'));
    if (character !== mark || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)];
}

/** @returns the place behind the parenthesis that closes the first one; -1 where none does */
export function closingOf(text: string): number {
  let depth = 0;
  for (const { at, character } of characters(text)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** @returns the part without the spaces around it; one behind a backslash belongs to its value */
export function trimmedPart(text: string): string {
  const bare = text.trim();
  const backslashes = /\\*$/.exec(bare)?.[0].length ?? 0;
  return backslashes % 2 === 0 ? bare : bare + text.trimStart().charAt(bare.length);
}

const quoted = /"(?:[^"\\]|\\.)*"(?=\s*(?:[|;,)]|$))/sy;

/** All characters but those that a backslash or double quotes around a whole value make part of it. */
function* characters(text: string): Generator<{ at: number; character: string }> {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"' && /[=<>~|]\s*$/.test(text.slice(Math.max(0, at - 8), at))) {
      quoted.lastIndex = at;
      at += Math.max(0, (quoted.exec(text)?.[0].length ?? 1) - 1);
    } else yield { at, character };
  }
}
