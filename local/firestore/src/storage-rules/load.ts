import { basename } from 'node:path';
import { compileRules } from '../rules/compile.ts';
import type { CompiledRuleset } from '../rules/compiled-ruleset.ts';
import type { Issue } from '../rules/language/issue.ts';
import { type Answer, answer, type LoadRuleset } from './messages.ts';

/** Compiles the source and keeps it under its name. Rulesets of the same name replace each other. */
export function loadRuleset({ id, context }: LoadRuleset, rulesets: Map<string, CompiledRuleset>): Answer {
  const [file, ...more] = context.source.files;
  if (!file || more.length > 0)
    return answer(id, { errors: [`A storage ruleset is one file; ${context.source.files.length} were given.`] });
  const { ruleset, issues } = compileRules(file.content);
  if (!ruleset) return answer(id, { errors: issues.filter(({ severity }) => severity === 3).map((issue) => describe(issue, file.name)) });
  if (ruleset.service !== 'firebase.storage') return answer(id, { errors: [wrongService(file.name)] });
  rulesets.set(context.rulesetName, ruleset);
  return answer(id, { result: { rulesVersion: ruleset.version } });
}

/** The JSON in a string that firebase-tools parses and prints as "description in file:line". */
function describe({ description, line, column }: Pick<Issue, 'description' | 'line' | 'column'>, fileName: string): string {
  return JSON.stringify({ description_: description, sourcePosition_: { fileName_: basename(fileName), line_: line, column_: column } });
}

function wrongService(fileName: string): string {
  return describe(
    { description: "These are rules for Firestore. Storage rules begin with 'service firebase.storage {'.", line: 1, column: 1 },
    fileName,
  );
}
