/** The rules engine as the wire side uses it. Implemented by `compileRules` in compile.ts. */
import type { ValueCount } from './evaluate/expression-coverage.ts';
import type { RulesRequest } from './evaluate/request.ts';

export interface Verdict {
  readonly allowed: boolean;
  /** For a denial: one clause per evaluated allow, e.g. `false for 'create' @ L71`. */
  readonly reason: string;
  /** For `:rulesTrace`: every allow that was evaluated, with line, outcome and the values it saw. Computed when first read. */
  readonly trace: readonly TraceEntry[];
}

export interface TraceEntry {
  readonly line: number;
  readonly column: number;
  readonly outcome: 'true' | 'false' | 'error' | 'unknown';
  readonly error?: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An allow statement or an expression, with what it came to since the rules were loaded. */
export interface Covered {
  readonly kind: 'allow' | 'expression';
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly endOffset: number;
  readonly values: readonly ValueCount[];
  /** The expressions directly inside, in source order. */
  readonly children: readonly Covered[];
}

export interface Ruleset {
  readonly service: 'cloud.firestore' | 'firebase.storage';
  readonly version: 1 | 2;
  evaluate(request: RulesRequest): Verdict;
  /** All allow statements, then the expressions of all functions. */
  coverage(): readonly Covered[];
}
