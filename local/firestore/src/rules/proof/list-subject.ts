import type { Order, StructuredQuery } from '../../model/query.ts';
import type { Subject } from '../evaluate/evaluate-matches.ts';
import type { RequestedSegment } from '../evaluate/match-path.ts';
import { requestVariables } from '../evaluate/subject.ts';
import type { ListRequest } from '../evaluate/request.ts';
import { RulePath, type RuleValue, Unknown, unknown } from '../values/value.ts';
import { branchesOf, commonConditions, type Condition } from './branches.ts';
import { candidatePath } from './candidate.ts';
import { knownFields } from './known-fields.ts';

/** The facts about every result of a query, in all its branches. Enough for rules that look only at the caller. */
export function commonSubject(request: ListRequest): Subject {
  return listSubject(request, commonConditions(request.query.where));
}

/** One subject for each branch of the query's disjunction: the query is allowed when all of them are. `undefined`: too many. */
export function branchSubjects(request: ListRequest): Subject[] | undefined {
  return branchesOf(request.query.where)?.map((conditions) => listSubject(request, conditions));
}

function listSubject(request: ListRequest, conditions: readonly Condition[]): Subject {
  const path = candidatePath(request.query, conditions, request.database.databaseId);
  const name = knownPath(path);
  const id = path.at(-1);
  const variables = requestVariables(request, name);
  variables.set('query', queryVariables(request.query));
  variables.set('resource', null);
  const resource = new Map<string, RuleValue>([
    ['data', knownFields(conditions)],
    ['id', typeof id === 'string' ? id : unknown],
    ['__name__', name],
  ]);
  return { method: 'list', path, request: variables, resource };
}

function knownPath(path: readonly RequestedSegment[]): RulePath | Unknown {
  const segments = path.filter((segment) => typeof segment === 'string' || segment instanceof Unknown);
  return segments.length === path.length ? new RulePath(segments) : unknown;
}

/** A missing limit is null, so `request.query.limit <= 10` denies a query without one. */
function queryVariables({ limit, offset, orderBy }: StructuredQuery): RuleValue {
  return new Map<string, RuleValue>([
    ['limit', limit === undefined ? null : BigInt(limit)],
    ['offset', BigInt(offset)],
    ['orderBy', orderBy.length === 0 ? null : orderBy.map(printOrder).join(', ')],
  ]);
}

function printOrder({ field, direction }: Order): string {
  return direction === 'ASCENDING' ? field.join('.') : `${field.join('.')} DESC`;
}
