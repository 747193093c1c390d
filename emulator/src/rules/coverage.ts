import type { MatchesByMethod } from './evaluate/compile-service.ts';
import type { Outcome } from './evaluate/evaluate-matches.ts';
import type { IssueList } from './language/issue.ts';
import type { AllowStatement } from './language/syntax.ts';
import type { CoveredAllow } from './ruleset.ts';
import { RuleError } from './values/value.ts';

type Counts = Record<'true' | 'false' | 'error' | 'unknown', number>;

/** How often each allow of a ruleset was evaluated, and to what. */
export class Coverage {
  readonly #counts = new Map<AllowStatement, Counts>();

  constructor(matches: MatchesByMethod) {
    const allows = Object.values(matches).flatMap((ofMethod) => ofMethod.flatMap((match) => match.allows));
    for (const { statement } of allows) this.#counts.set(statement, { true: 0, false: 0, error: 0, unknown: 0 });
  }

  add(outcomes: readonly Outcome[]): void {
    for (const { allow, value } of outcomes) {
      const counts = this.#counts.get(allow.statement);
      if (counts) counts[outcomeOf(value)]++;
    }
  }

  /** In source order, with those that were never evaluated. */
  report(positions: IssueList): readonly CoveredAllow[] {
    return [...this.#counts]
      .sort(([a], [b]) => a.start - b.start)
      .map(([{ start, end }, counts]) => ({ ...positions.positionOf(start), offset: start, endOffset: end, counts: { ...counts } }));
  }
}

export function outcomeOf(value: Outcome['value']): keyof Counts {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return value instanceof RuleError ? 'error' : 'unknown';
}
