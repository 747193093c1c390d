import type { Span } from '../language/issue.ts';
import { limits } from '../language/limits.ts';
import { RuleError, type RuleValue } from '../values/value.ts';
import type { Lookups } from './lookups.ts';

/** A compiled expression. Never throws: errors are values. */
export type Evaluate = (context: Context) => RuleValue;

/** Everything one evaluation of one request reads and counts. */
export class Context {
  /** Values of the wildcards of the match block, outermost first. */
  bindings: readonly RuleValue[] = [];
  /** Arguments and let bindings of the running function. */
  frame: RuleValue[] = [];
  callDepth = 0;
  expressions = 0;
  recorder: Recorder | undefined;

  constructor(
    readonly request: RuleValue,
    readonly resource: RuleValue,
    readonly lookups: Lookups,
  ) {}

  /** True once production would refuse to evaluate any more of this request. */
  isExhausted(): boolean {
    this.expressions += 1;
    return this.expressions > limits.expressionsPerRequest;
  }
}

/** Takes the values that sub-expressions had, for the trace. */
export interface Recorder {
  record(node: Span, value: RuleValue): void;
}

export function exhausted(span: Span): RuleError {
  return new RuleError(`Maximum of ${limits.expressionsPerRequest} expressions to evaluate has been reached.`, span, true);
}

/** Gives an error the place where it arose, unless it came from further inside. */
export function located(value: RuleValue, span: Span): RuleValue {
  return value instanceof RuleError && value.span === undefined ? new RuleError(value.message, span, value.fatal) : value;
}
