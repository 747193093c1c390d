import type { Document } from '../model/document.ts';
import type { CompiledRuleset } from '../rules/compiled-ruleset.ts';
import type { Subject } from '../rules/evaluate/evaluate-matches.ts';
import { Lookups } from '../rules/evaluate/lookups.ts';
import { limits } from '../rules/language/limits.ts';
import type { Method } from '../rules/language/syntax.ts';
import type { Verdict } from '../rules/ruleset.ts';
import type { RuleValue } from '../rules/values/value.ts';
import { FetchedDocuments } from './documents.ts';
import { decodeExpressionValue } from './expression-value.ts';
import { type Answer, answer, type Verify, type VerifyMethod } from './messages.ts';

/** `read` and `write` ask for everything that they cover. */
const covered: Readonly<Record<VerifyMethod, readonly Method[]>> = {
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};

/** @param fetchDocument reads a document below `documents/` of the default database */
export async function verify(
  { id, context }: Verify,
  ruleset: CompiledRuleset | undefined,
  fetchDocument: (path: string) => Promise<Document | undefined>,
): Promise<Answer> {
  if (!ruleset) return answer(id, { errors: [`Ruleset ${context.rulesetName} is not loaded.`] });
  const subjects = covered[context.method].map((method) => subjectOf(context, method));
  const documents = new FetchedDocuments();
  for (;;) {
    const verdict = ruleset.decide(subjects, new Lookups(documents, limits.storageLookups));
    const wanted = documents.takeWanted();
    if (wanted === undefined)
      return answer(id, { result: { permit: verdict.allowed }, warnings: verdict.allowed ? [] : errorsIn(verdict) });
    documents.add(wanted, await fetchDocument(wanted));
  }
}

/** firebase-tools prints these. A condition that is plainly false is no news, one that fails is. */
function errorsIn({ trace }: Verdict): string[] {
  return trace.flatMap(({ error }) => (error === undefined ? [] : [error]));
}

function subjectOf({ path, variables }: Verify['context'], method: Method): Subject {
  const decoded = variables.request ? decodeExpressionValue(variables.request) : null;
  const request = new Map<string, RuleValue>(decoded instanceof Map ? decoded : []);
  // firebase-tools leaves the method to the runtime.
  request.set('method', method);
  const resource = variables.resource ? decodeExpressionValue(variables.resource) : null;
  return { method, path: path.split('/').filter((segment) => segment !== ''), request, resource };
}
