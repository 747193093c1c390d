import type { RulesRegistry } from '../../actions/rules-registry.ts';
import { RpcError } from '../../model/rpc-error.ts';
import type { Issue } from '../../rules/language/issue.ts';
import type { Json } from '../../codec/json/json.ts';
import { badPayload } from '../../codec/proto/type.ts';
import { isObject } from '../../codec/proto/value-json.ts';

/**
 * PUT …:securityRules (docs/facts.md, "Installing rules"). firebase-tools reloads with `ignore_errors` and wants the issues; the rules-unit-testing library
 * only looks at the status, so errors are a 400 without it. Rules that do not compile are not installed: those before stay in force.
 */
export function installRules(rules: RulesRegistry, projectId: string, body: unknown): Json {
  if (!isObject(body) || !isObject(body.rules) || !Array.isArray(body.rules.files)) throw badPayload();
  const files: readonly unknown[] = body.rules.files;
  const [file] = files;
  if (files.length !== 1 || !isObject(file) || typeof file.content !== 'string') {
    throw new RpcError('INVALID_ARGUMENT', 'Exactly one rules file with its "content" is expected.');
  }
  const name = typeof file.name === 'string' ? file.name : 'firestore.rules';
  const issues = rules.install(file.content, { projectId });
  const errors = issues.filter((issue) => issue.severity === 3);
  if (errors.length > 0 && body.ignore_errors !== true && body.ignoreErrors !== true) {
    throw new RpcError('INVALID_ARGUMENT', errors.map((issue) => `${name}:${issue.line}:${issue.column} ${issue.description}`).join('\n'));
  }
  return issues.length === 0 ? {} : { issues: issues.map((issue) => issueJson(name, issue)) };
}

/** `severity` is a number: firebase-tools compares it with 3. */
function issueJson(fileName: string, issue: Issue): Json {
  return {
    sourcePosition: { fileName, line: issue.line, column: issue.column, currentOffset: issue.offset, endOffset: issue.endOffset },
    description: issue.description,
    severity: issue.severity,
  };
}
