import { CompiledRuleset } from './compiled-ruleset.ts';
import { checkRules } from './check.ts';
import { type Issue, IssueList, SyntaxProblem } from './language/issue.ts';
import { limits } from './language/limits.ts';
import { parseRules } from './language/parser.ts';
import type { RulesFile } from './language/syntax.ts';

export interface Compilation {
  /** Absent when an issue is an error. */
  readonly ruleset?: CompiledRuleset;
  readonly issues: readonly Issue[];
}

/** Compiles the text of a rules file for Firestore or Storage. Never throws: mistakes are issues. Decision 004. */
export function compileRules(source: string): Compilation {
  const list = new IssueList(source);
  const file = parse(source, list);
  if (file) checkRules(file, list);
  return {
    ...(file && !list.hasErrors && { ruleset: new CompiledRuleset(file, source) }),
    issues: list.issues.toSorted((a, b) => a.offset - b.offset),
  };
}

function parse(source: string, list: IssueList): RulesFile | undefined {
  const size = Buffer.byteLength(source);
  if (size >= limits.sourceBytes) {
    list.error(
      { start: 0, end: 0 },
      `The source has ${size} bytes; production takes less than ${limits.sourceBytes}. Share functions between match blocks, or move data into documents.`,
    );
    return undefined;
  }
  try {
    return parseRules(source);
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    list.error(error.span, error.message);
    return undefined;
  }
}
