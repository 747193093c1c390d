import type { Method } from '../language/syntax.ts';
import { RuleError, type RuleValue, type Unknown } from '../values/value.ts';
import type { Allow, MatchesByMethod } from './compile-service.ts';
import { Context } from './context.ts';
import { asCondition } from './logic.ts';
import type { Lookups } from './lookups.ts';
import { matchPath, type RequestedSegment } from './match-path.ts';

/** A request in the terms of the rules: what a path pattern is matched with, and what the conditions see. */
export interface Subject {
  readonly method: Method;
  readonly path: readonly RequestedSegment[];
  readonly request: RuleValue;
  readonly resource: RuleValue;
}

export interface Outcome {
  readonly allow: Allow;
  readonly value: boolean | RuleError | Unknown;
}

export interface Observer {
  /** Called around each condition, for the trace. */
  begin(context: Context): void;
  end(outcome: Outcome): void;
}

/**
 * Evaluates the conditions that cover a path until one of them is true.
 * @returns the outcomes in source order; the request is allowed when the last one is true
 */
export function evaluateMatches(
  matches: MatchesByMethod,
  { version, subject, lookups, observer }: { version: 1 | 2; subject: Subject; lookups: Lookups; observer?: Observer },
): Outcome[] {
  const context = new Context(subject.request, subject.resource, lookups);
  const outcomes: Outcome[] = [];
  for (const match of matches[subject.method]) {
    const bindings = matchPath(match.path, subject.path, version);
    if (!bindings) continue;
    context.bindings = bindings;
    for (const allow of match.allows) {
      observer?.begin(context);
      const outcome = { allow, value: conditionOf(allow, context) };
      observer?.end(outcome);
      outcomes.push(outcome);
      if (outcome.value === true) return outcomes;
    }
  }
  return outcomes;
}

export function isAllowed(outcomes: readonly Outcome[]): boolean {
  return outcomes.at(-1)?.value === true;
}

/** The one place where an expression may run out of a resource of the process itself, such as the length of a string. */
function conditionOf(allow: Allow, context: Context): Outcome['value'] {
  try {
    return asCondition(allow.evaluate(context), 'allow');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    context.frame = [];
    context.callDepth = 0;
    return new RuleError(`The condition makes a value that is too large. ${error.message}.`, allow.statement, true);
  }
}
