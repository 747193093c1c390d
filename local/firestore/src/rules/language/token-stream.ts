import { SyntaxProblem } from './issue.ts';
import { Lexer, type Token } from './lexer.ts';

/** One token of lookahead over a source, and the questions a parser asks of it. */
export class TokenStream {
  readonly #lexer: Lexer;
  #current: Token;
  /** Offset after the last token taken. */
  lastEnd = 0;

  constructor(readonly source: string) {
    this.#lexer = new Lexer(source);
    this.#current = this.#lexer.next();
  }

  get current(): Token {
    return this.#current;
  }

  /** Continues reading at an offset that the caller has read up to by itself. */
  seek(offset: number): void {
    this.#lexer.offset = offset;
    this.lastEnd = offset;
    this.#current = this.#lexer.next();
  }

  take(): Token {
    const token = this.#current;
    this.lastEnd = token.end;
    this.#current = this.#lexer.next();
    return token;
  }

  /** True when the next token is this punctuation or keyword. */
  sees(text: string): boolean {
    return this.#current.text === text && (this.#current.kind === 'punctuation' || this.#current.kind === 'name');
  }

  accept(text: string): boolean {
    if (!this.sees(text)) return false;
    this.take();
    return true;
  }

  /** @param purpose completes the sentence "Expected '…' …" */
  expect(text: string, purpose: string): Token {
    if (this.sees(text)) return this.take();
    throw this.problem(`Expected '${text}' ${purpose}.`);
  }

  expectName(what: string): Token {
    if (this.#current.kind === 'name') return this.take();
    throw this.problem(`Expected ${what}.`);
  }

  describe(): string {
    const { kind, text } = this.#current;
    return kind === 'end' ? text : `'${text.slice(0, 40)}'`;
  }

  problem(message: string): SyntaxProblem {
    return new SyntaxProblem(this.#current, `Unexpected ${this.describe()}. ${message}`);
  }
}
