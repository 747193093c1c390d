import { SyntaxProblem } from './issue.ts';

/**
 * Reads a quoted string whose opening quote is at `quote`.
 * @returns the text without quotes and escapes, and the offset after the closing quote
 * @throws SyntaxProblem when the string does not end on its line or holds a broken escape
 */
export function readString(source: string, quote: number): { value: string; end: number } {
  const delimiter = source[quote];
  const parts: string[] = [];
  let at = quote + 1;
  for (;;) {
    const character = source[at];
    if (character === undefined || character === '\n')
      throw new SyntaxProblem({ start: quote, end: at }, `This string never ends. Close it with ${delimiter} on the same line.`);
    if (character === delimiter) return { value: parts.join(''), end: at + 1 };
    if (character === '\\') {
      const escape = readEscape(source, at);
      parts.push(escape.value);
      at = escape.end;
    } else {
      parts.push(character);
      at += 1;
    }
  }
}

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
  '?': '?',
  '/': '/',
};

const hexLength: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readEscape(source: string, at: number): { value: string; end: number } {
  const letter = source[at + 1] ?? '';
  const simple = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined;
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const octal = /^[0-3][0-7]{2}/.exec(source.slice(at + 1, at + 4));
  if (octal) return { value: String.fromCharCode(Number.parseInt(octal[0], 8)), end: at + 4 };
  const digits = Object.hasOwn(hexLength, letter) ? (hexLength[letter] ?? 0) : 0;
  const hex = source.slice(at + 2, at + 2 + digits);
  const code = Number.parseInt(hex, 16);
  if (digits > 0 && hex.length === digits && /^[0-9a-fA-F]+$/.test(hex) && code <= 0x10ffff)
    return { value: String.fromCodePoint(code), end: at + 2 + digits };
  throw new SyntaxProblem(
    { start: at, end: at + 2 },
    `'\\${letter}' is not an escape sequence. Write '\\\\${letter}' for a backslash followed by '${letter}'.`,
  );
}
