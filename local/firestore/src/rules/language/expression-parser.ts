import { type Span, SyntaxProblem } from './issue.ts';
import { limits } from './limits.ts';
import { type BinaryOperator, childrenOf, type Expression, type ExpressionContent, typeNames } from './syntax.ts';
import type { TokenStream } from './token-stream.ts';

/** Reads one expression. @throws SyntaxProblem */
export function parseExpression(tokens: TokenStream): Expression {
  return new ExpressionParser(tokens).ternary();
}

type Infix = BinaryOperator | '&&' | '||' | 'is';

/** Higher binds tighter. */
const precedence: ReadonlyMap<string, number> = new Map<Infix, number>([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ['in', 4],
  ['is', 4],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
]);

class ExpressionParser {
  readonly #tokens: TokenStream;
  /** Open parentheses, brackets and operators around the token being read: bounds the recursion of this parser. */
  #depth = 0;

  constructor(tokens: TokenStream) {
    this.#tokens = tokens;
  }

  ternary(): Expression {
    return this.#nested(() => {
      const condition = this.#binary(1);
      if (!this.#tokens.accept('?')) return condition;
      const whenTrue = this.ternary();
      this.#tokens.expect(':', "between the two results of '?'");
      return this.#node(condition.start, { kind: 'ternary', condition, whenTrue, whenFalse: this.ternary() });
    });
  }

  #binary(minimum: number): Expression {
    let left = this.#unary();
    for (;;) {
      const operator = this.#infix();
      const level = operator === undefined ? 0 : (precedence.get(operator) ?? 0);
      if (operator === undefined || level < minimum) return left;
      if (operator === '&&' || operator === '||') left = this.#chain(left, operator, level);
      else if (operator === 'is') left = this.#is(left);
      else {
        this.#tokens.take();
        left = this.#node(left.start, { kind: 'binary', operator, left, right: this.#nested(() => this.#binary(level + 1)) });
      }
    }
  }

  #infix(): Infix | undefined {
    const { kind, text } = this.#tokens.current;
    if (kind !== 'punctuation' && kind !== 'name') return undefined;
    // The keys of `precedence` are exactly the members of Infix.
    return precedence.has(text) ? (text as Infix) : undefined;
  }

  #chain(first: Expression, operator: '&&' | '||', level: number): Expression {
    const operands = [first];
    while (this.#tokens.accept(operator)) operands.push(this.#nested(() => this.#binary(level + 1)));
    if (operands.length > limits.chainOperands) {
      const span = { start: first.start, end: this.#tokens.lastEnd };
      throw new SyntaxProblem(
        span,
        `This '${operator}' chain has ${operands.length} conditions; production takes ${limits.chainOperands}. Group some of them in parentheses or functions.`,
      );
    }
    return this.#node(first.start, { kind: 'logical', operator, operands });
  }

  #is(operand: Expression): Expression {
    this.#tokens.take();
    const type = this.#tokens.expectName("a type after 'is'");
    if (!typeNames.has(type.text)) throw new SyntaxProblem(type, `'${type.text}' is not a type. Use one of ${[...typeNames].join(', ')}.`);
    return this.#node(operand.start, { kind: 'is', operand, type: type.text });
  }

  #unary(): Expression {
    const { start } = this.#tokens.current;
    if (this.#tokens.accept('!')) return this.#nested(() => this.#node(start, { kind: 'not', operand: this.#unary() }));
    if (this.#tokens.accept('-')) return this.#nested(() => this.#node(start, { kind: 'negate', operand: this.#unary() }));
    return this.#postfix(this.#primary());
  }

  /** A loop, not a recursion: `a.b.c` may be as long as the depth limit allows. */
  #postfix(first: Expression): Expression {
    let object = first;
    for (;;) {
      if (this.#tokens.sees('[')) object = this.#bracket(object);
      else if (this.#tokens.accept('.')) {
        const { text: name } = this.#tokens.expectName("the name of a field or method after '.'");
        object = this.#tokens.sees('(')
          ? this.#node(object.start, { kind: 'methodCall', object, name, arguments: this.#arguments() })
          : this.#node(object.start, { kind: 'member', object, name });
      } else return object;
    }
  }

  #bracket(object: Expression): Expression {
    this.#tokens.expect('[', 'before an index');
    const index = this.ternary();
    if (this.#tokens.accept(':')) {
      const to = this.ternary();
      this.#tokens.expect(']', 'after the range');
      return this.#node(object.start, { kind: 'slice', object, from: index, to });
    }
    this.#tokens.expect(']', 'after the index');
    return this.#node(object.start, { kind: 'index', object, index });
  }

  #primary(): Expression {
    const token = this.#tokens.current;
    const { start } = token;
    if (token.kind === 'number' || token.kind === 'string') {
      this.#tokens.take();
      return this.#node(start, { kind: 'literal', value: token.value });
    }
    if (token.kind === 'name') return this.#name();
    if (this.#tokens.sees('/')) return this.#path();
    if (this.#tokens.sees('[')) return this.#node(start, { kind: 'list', items: this.#items('[', ']', () => this.ternary()) });
    if (this.#tokens.sees('{')) return this.#node(start, { kind: 'map', entries: this.#items('{', '}', () => this.#entry()) });
    if (!this.#tokens.accept('(')) throw this.#tokens.problem('Write a value, a variable or a condition here.');
    const inner = this.ternary();
    this.#tokens.expect(')', 'to close the parenthesis');
    return inner;
  }

  #name(): Expression {
    const { text, start } = this.#tokens.take();
    if (text === 'true' || text === 'false') return this.#node(start, { kind: 'literal', value: text === 'true' });
    if (text === 'null') return this.#node(start, { kind: 'literal', value: null });
    if (this.#tokens.sees('(')) return this.#node(start, { kind: 'call', name: text, arguments: this.#arguments() });
    return this.#node(start, { kind: 'name', name: text });
  }

  #arguments(): Expression[] {
    return this.#items('(', ')', () => this.ternary());
  }

  #entry(): readonly [Expression, Expression] {
    const key = this.ternary();
    this.#tokens.expect(':', 'between a key and its value');
    return [key, this.ternary()];
  }

  #items<T>(open: string, close: string, read: () => T): T[] {
    this.#tokens.expect(open, 'here');
    const items: T[] = [];
    while (!this.#tokens.accept(close)) {
      items.push(read());
      if (!this.#tokens.accept(',')) {
        this.#tokens.expect(close, `or ',' after this value`);
        break;
      }
    }
    return items;
  }

  #path(): Expression {
    const { source, current } = this.#tokens;
    const segments: (string | Expression)[] = [];
    let at = current.start;
    while (source[at] === '/') {
      if (source.startsWith('$(', at + 1)) {
        this.#tokens.seek(at + 3);
        segments.push(this.ternary());
        if (!this.#tokens.sees(')')) throw this.#tokens.problem("Expected ')' to close '$('.");
        at = this.#tokens.current.end;
      } else {
        const text = literalSegment(source, at + 1);
        if (text === '') break;
        segments.push(text);
        at += 1 + text.length;
      }
    }
    if (segments.length === 0)
      throw new SyntaxProblem(current, "Unexpected '/'. Write a path such as /databases/$(database)/documents/users/$(userId).");
    this.#tokens.seek(at);
    return this.#node(current.start, { kind: 'path', segments });
  }

  #nested(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > limits.expressionDepth) throw tooDeep(this.#tokens.current);
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #node(start: number, content: ExpressionContent): Expression {
    const node = { ...content, start, end: this.#tokens.lastEnd, height: 0 };
    const height = childrenOf(node).reduce((highest, child) => Math.max(highest, child.height), 0) + 1;
    if (height > limits.expressionDepth) throw tooDeep(node);
    return { ...node, height };
  }
}

const segmentCharacters = /\((?:default)\)|[A-Za-z0-9_.~@%+-]*/y;

function literalSegment(source: string, at: number): string {
  segmentCharacters.lastIndex = at;
  return segmentCharacters.exec(source)?.[0] ?? '';
}

function tooDeep(span: Span): SyntaxProblem {
  return new SyntaxProblem(
    span,
    `This expression is nested deeper than ${limits.expressionDepth} levels. Move parts of it into functions.`,
  );
}
