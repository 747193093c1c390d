import { childrenOf, type Expression, type FunctionDeclaration, type MatchBlock, parseRules } from 'local-firestore';

/** A condition that stands between a caller and a document. */
export interface Condition {
  readonly line: number;
  readonly words: string;
  /** The rules as they are without it. */
  readonly without: string;
}

/** Nobody sees these go, since the next step is an error without them, which denies. They say it before. */
export const saidBefore: readonly string[] = ['request.auth != null', 'claims().sid is string'];

/** @returns what the rules ask for: each part of an `&&`, each branch of a choice, what each function and each `allow` comes to */
export function conditionsOf(rules: string): Condition[] {
  const { functions, serviceFunctions, matches } = parseRules(rules);
  const asked = [...functions, ...serviceFunctions].flatMap(inFunction).concat(matches.flatMap(inMatch));
  const once = new Map(asked.map((condition) => [`${condition.start}-${condition.end}`, condition]));
  return [...once.values()].sort((a, b) => a.start - b.start).map(({ start, end }) => conditionAt(rules, start, end));
}

function inMatch({ functions, allows, matches }: MatchBlock): Expression[] {
  return [
    ...functions.flatMap(inFunction),
    ...allows.flatMap(({ condition }) => (condition ? [condition, ...inside(condition)] : [])),
    ...matches.flatMap(inMatch),
  ];
}

/** A function that comes to a value, as `claims()` does, is no condition. */
function inFunction({ result }: FunctionDeclaration): Expression[] {
  return isYesOrNo(result) ? [result, ...inside(result)] : [];
}

function isYesOrNo({ kind }: Expression): boolean {
  return ['logical', 'binary', 'not', 'is', 'ternary'].includes(kind);
}

function inside(expression: Expression): Expression[] {
  const here =
    expression.kind === 'logical' && expression.operator === '&&'
      ? expression.operands
      : expression.kind === 'ternary'
        ? [expression.whenTrue, expression.whenFalse]
        : [];
  return [...here, ...childrenOf(expression).flatMap(inside)];
}

function conditionAt(rules: string, start: number, end: number): Condition {
  const line = rules.slice(0, start).split('\n').length;
  return {
    line,
    words: rules.slice(start, end).replaceAll(/\s+/g, ' '),
    without: `${rules.slice(0, start)}true${rules.slice(end)}`,
  };
}
