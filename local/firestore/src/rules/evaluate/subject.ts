import type { Auth, GetRequest, RulesRequest, WriteRequest } from './request.ts';
import { type RuleMap, RulePath, type RuleValue } from '../values/value.ts';
import type { Subject } from './evaluate-matches.ts';
import { documentResource, documentSegments } from './resource.ts';

/** The subject of a request for one document. */
export function documentSubject(request: GetRequest | WriteRequest): Subject {
  const { databaseId } = request.database;
  const path = documentSegments(request.path, databaseId);
  const after = request.method === 'get' ? undefined : request.requestResource;
  const variables = requestVariables(request, new RulePath(path));
  variables.set('resource', after ? documentResource(after, databaseId) : null);
  return {
    method: request.method,
    path,
    request: variables,
    resource: request.resource ? documentResource(request.resource, databaseId) : null,
  };
}

/** The variables that `request` has for every method. */
export function requestVariables(request: RulesRequest, path: RuleValue): Map<string, RuleValue> {
  return new Map<string, RuleValue>([
    ['auth', request.auth && authValue(request.auth)],
    ['method', request.method],
    ['path', path],
    ['time', request.time],
  ]);
}

/** The same caller makes many requests, and its claims never change. */
const authValues = new WeakMap<Auth, RuleMap>();

function authValue(auth: Auth): RuleMap {
  const known = authValues.get(auth);
  if (known) return known;
  const value = new Map<string, RuleValue>([
    ['uid', auth.uid],
    ['token', ruleValueOfJson(auth.token)],
  ]);
  authValues.set(auth, value);
  return value;
}

/** Claims are JSON: an integral number is an int, any other a float; undefined members are absent. */
function ruleValueOfJson(value: unknown): RuleValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(ruleValueOfJson);
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return new Map(fields.map(([name, field]) => [name, ruleValueOfJson(field)]));
}
