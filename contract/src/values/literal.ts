/** One value of a condition as it is spelt in a query. */
export interface Literal {
  readonly text: string;
  /** Written in double quotes: it is a text and nothing else. */
  readonly quoted: boolean;
}

/**
 * Reads the values of a condition, which `|` separates. A part in double quotes is a text, in which `\"` and `\\` stand for a quote
 * and a backslash and `|` for itself; a quote that does not open and close a whole part is a character, as in `5" nail`. Outside
 * of quotes `\|` stands for a bar.
 * @returns at least one literal
 */
export function literalsOf(value: string): Literal[] {
  const literals: Literal[] = [];
  let rest = value;
  for (;;) {
    const quoted = quotedPart.exec(rest);
    if (quoted) literals.push({ text: unescaped(quoted[1] ?? ''), quoted: true });
    const bare = quoted ? undefined : barePart(rest);
    if (bare) literals.push({ text: bare.text, quoted: false });
    const length = quoted?.[0].length ?? bare?.length ?? 0;
    if (length >= rest.length) return literals;
    rest = rest.slice(length + 1);
  }
}

/** @returns the spelling of a text that no reading takes for anything else */
export function quotedLiteral(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A whole part: after the closing quote stands a bar or nothing. */
const quotedPart = /^"((?:[^"\\]|\\.)*)"(?=\||$)/s;

function unescaped(inner: string): string {
  return inner.replace(/\\(["\\])/g, '$1');
}

/** @returns the text up to the first bar without a backslash, and its length as written */
function barePart(text: string): { text: string; length: number } {
  let end = 0;
  let part = '';
  for (const bar of text.matchAll(/(\\*)\|/g)) {
    const backslashes = bar[1]?.length ?? 0;
    part += text.slice(end, bar.index) + '\\'.repeat(Math.floor(backslashes / 2));
    end = bar.index + bar[0].length;
    if (backslashes % 2 === 0) return { text: part, length: end - 1 };
    part += '|';
  }
  return { text: part + text.slice(end), length: text.length };
}
