import { type Span, SyntaxProblem } from './issue.ts';
import { readString } from './string-literal.ts';

export type Token = Span & TokenContent;

type TokenContent =
  | { readonly kind: 'name' | 'punctuation' | 'end'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: bigint | number }
  | { readonly kind: 'string'; readonly text: string; readonly value: string | Uint8Array };

/** Reads a source token by token. The parser sets `offset` itself where a path literal begins, because paths have a lexicon of their own. */
export class Lexer {
  offset = 0;

  constructor(readonly source: string) {}

  next(): Token {
    this.#skipBlanks();
    const start = this.offset;
    const character = this.source[start];
    if (character === undefined) return { kind: 'end', text: 'the end of the file', start, end: start };
    if (character === '"' || character === "'") return this.#string(start, start);
    if (character === 'b' && /["']/.test(this.source[start + 1] ?? '')) return this.#string(start, start + 1);
    if (isNameStart(character)) return this.#name(start);
    if (isDigit(character)) return this.#number(start);
    return this.#punctuation(start);
  }

  #skipBlanks(): void {
    for (;;) {
      blanks.lastIndex = this.offset;
      this.offset = blanks.test(this.source) ? blanks.lastIndex : this.offset;
      if (this.source.startsWith('//', this.offset)) {
        const end = this.source.indexOf('\n', this.offset);
        this.offset = end < 0 ? this.source.length : end;
      } else if (this.source.startsWith('/*', this.offset)) {
        const end = this.source.indexOf('*/', this.offset + 2);
        if (end < 0)
          throw new SyntaxProblem({ start: this.offset, end: this.source.length }, "This comment never ends. Close it with '*/'.");
        this.offset = end + 2;
      } else return;
    }
  }

  #string(start: number, quote: number): Token {
    const { value, end } = readString(this.source, quote);
    this.offset = end;
    const content = quote === start ? value : new TextEncoder().encode(value);
    return { kind: 'string', text: this.source.slice(start, end), value: content, start, end };
  }

  #name(start: number): Token {
    nameCharacters.lastIndex = start;
    nameCharacters.test(this.source);
    this.offset = nameCharacters.lastIndex;
    return { kind: 'name', text: this.source.slice(start, this.offset), start, end: this.offset };
  }

  #number(start: number): Token {
    numberCharacters.lastIndex = start;
    numberCharacters.test(this.source);
    const end = numberCharacters.lastIndex;
    this.offset = end;
    const text = this.source.slice(start, end);
    if (/[.eE]/.test(text)) return { kind: 'number', text, value: Number(text), start, end };
    if (text.length > 19 || BigInt(text) > 2n ** 63n)
      throw new SyntaxProblem(
        { start, end },
        `The integer ${text.slice(0, 30)} is larger than 64 bits. Write it as a float, for example ${text.slice(0, 3)}e${text.length - 3}.`,
      );
    return { kind: 'number', text, value: BigInt(text), start, end };
  }

  #punctuation(start: number): Token {
    const two = this.source.slice(start, start + 2);
    const text = twoCharacters.has(two) ? two : two.slice(0, 1);
    const end = start + text.length;
    if (!twoCharacters.has(text) && !oneCharacter.includes(text)) throw new SyntaxProblem({ start, end }, unexpectedCharacter(text));
    this.offset = end;
    return { kind: 'punctuation', text, start, end };
  }
}

const blanks = /[\s\uFEFF]*/y;
const nameCharacters = /[A-Za-z0-9_]*/y;
const numberCharacters = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const twoCharacters: ReadonlySet<string> = new Set(['&&', '||', '==', '!=', '<=', '>=']);
const oneCharacter = '(){}[],;:.?!<>+-*/%=';

function isNameStart(character: string): boolean {
  return /[A-Za-z_]/.test(character);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function unexpectedCharacter(text: string): string {
  if (text === '&' || text === '|') return `Unexpected '${text}'. Write '${text}${text}' to combine conditions.`;
  return `Unexpected '${text}'. Remove this character.`;
}
