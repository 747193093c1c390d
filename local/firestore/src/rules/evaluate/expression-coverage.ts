import type { Span } from '../language/issue.ts';
import { isUnknown, RuleError, type RuleValue } from '../values/value.ts';

export interface ValueCount {
  /** Absent when the evaluation failed, was not decided, or gave something that is no scalar. */
  readonly value?: null | boolean | bigint | number | string;
  readonly count: number;
}

/** Rules are evaluated millions of times; an expression such as `request.auth.uid` has as many values as there are users. */
const maxDistinct = 20;
const maxTextLength = 100;

/** How often one expression was evaluated, and to what. */
export class ExpressionCount {
  #true = 0;
  #false = 0;
  /** Errors, values that a list proof does not know, maps and the like, and what came after the first 20 distinct ones. */
  #other = 0;
  #scalars: Map<null | bigint | number | string, number> | undefined;

  add(value: RuleValue): void {
    if (value === true) this.#true++;
    else if (value === false) this.#false++;
    else if (value instanceof RuleError || isUnknown(value) || !isScalar(value)) this.#other++;
    else this.#addScalar(value);
  }

  values(): readonly ValueCount[] {
    return [
      { value: true, count: this.#true },
      { value: false, count: this.#false },
      ...Array.from(this.#scalars ?? [], ([value, count]) => ({ value, count })),
      { count: this.#other },
    ].filter(({ count }) => count > 0);
  }

  #addScalar(value: null | bigint | number | string): void {
    this.#scalars ??= new Map();
    const before = this.#scalars.get(value);
    if (before === undefined && this.#scalars.size >= maxDistinct) this.#other++;
    else this.#scalars.set(value, (before ?? 0) + 1);
  }
}

/** The counts of all expressions of a ruleset. */
export class ExpressionCounts {
  readonly #counts = new Map<Span, ExpressionCount>();

  of(node: Span): ExpressionCount {
    const known = this.#counts.get(node);
    if (known) return known;
    const count = new ExpressionCount();
    this.#counts.set(node, count);
    return count;
  }
}

function isScalar(value: RuleValue): value is null | bigint | number | string {
  return (
    value === null || typeof value === 'bigint' || typeof value === 'number' || (typeof value === 'string' && value.length <= maxTextLength)
  );
}
