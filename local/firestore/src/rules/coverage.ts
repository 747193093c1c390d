import type { MatchesByMethod } from './evaluate/compile-service.ts';
import type { Outcome } from './evaluate/evaluate-matches.ts';
import { ExpressionCount, type ExpressionCounts } from './evaluate/expression-coverage.ts';
import type { IssueList } from './language/issue.ts';
import {
  type AllowStatement,
  childrenOf,
  type Expression,
  type FunctionDeclaration,
  type MatchBlock,
  type RulesFile,
} from './language/syntax.ts';
import type { Covered } from './ruleset.ts';
import { RuleError } from './values/value.ts';

/** How often each allow and each expression of a ruleset was evaluated, and to what. */
export class Coverage {
  readonly #file: RulesFile;
  readonly #allows = new Map<AllowStatement, ExpressionCount>();
  readonly #expressions: ExpressionCounts;

  constructor(file: RulesFile, matches: MatchesByMethod, expressions: ExpressionCounts) {
    this.#file = file;
    this.#expressions = expressions;
    const allows = Object.values(matches).flatMap((ofMethod) => ofMethod.flatMap((match) => match.allows));
    for (const { statement } of allows) this.#allows.set(statement, new ExpressionCount());
  }

  add(outcomes: readonly Outcome[]): void {
    for (const { allow, value } of outcomes) this.#allows.get(allow.statement)?.add(value);
  }

  /** In source order, with those that were never evaluated; the bodies of functions behind them. */
  report(positions: IssueList): readonly Covered[] {
    const expression = (node: Expression): Covered => ({
      kind: 'expression',
      ...placeOf(node, positions),
      values: this.#expressions.of(node).values(),
      children: childrenOf(node).map(expression),
    });
    const allows = [...this.#allows].sort(([a], [b]) => a.start - b.start);
    return [
      ...allows.map(
        ([statement, count]): Covered => ({
          kind: 'allow',
          ...placeOf(statement, positions),
          values: count.values(),
          children: statement.condition ? [expression(statement.condition)] : [],
        }),
      ),
      ...functionsOf(this.#file).flatMap(({ lets, result }) => [...lets.map(({ value }) => value), result].map(expression)),
    ];
  }
}

export function outcomeOf(value: Outcome['value']): 'true' | 'false' | 'error' | 'unknown' {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return value instanceof RuleError ? 'error' : 'unknown';
}

function placeOf({ start, end }: { readonly start: number; readonly end: number }, positions: IssueList) {
  return { ...positions.positionOf(start), offset: start, endOffset: end };
}

function functionsOf(file: RulesFile): readonly FunctionDeclaration[] {
  const inside = (block: MatchBlock): readonly FunctionDeclaration[] => [...block.functions, ...block.matches.flatMap(inside)];
  return [...file.functions, ...file.serviceFunctions, ...file.matches.flatMap(inside)];
}
