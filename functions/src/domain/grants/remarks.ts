import type { FieldProblem, Grant, Grants } from '@bedplate/contract';
import type { StorageRow } from '../records/model/storage-row.ts';
import { grantProblem } from './grant-problem.ts';
import { decidedLive } from './live-reach.ts';
import { isReadable } from '../records/conditions/readable-value.ts';

/** @returns what rules cost or leave open, and conditions that a change of the schema has left behind */
export function remarksOn(storage: StorageRow, grants: Grants): FieldProblem[] {
  const { users } = decidedLive(storage, grants);
  return grants.flatMap((grant, i) => [
    ...(users === 'none' && isOfUsers(grant) ? [grantProblem(`grants[${i}]`, 'grantNotLive')] : []),
    ...slowFields(grant).map((field) => grantProblem(`grants[${i}].if`, 'grantSlow', { field })),
    ...(grant.verbs.includes('list') && grant.fields?.hidden?.length ? [grantProblem(`grants[${i}].fields.hidden`, 'grantSearch')] : []),
    ...lostFields(storage, grant).map((field) => grantProblem(`grants[${i}]`, 'grantLost', { field })),
  ]);
}

/** Saving refuses such values. The type of the field came later. */
function lostFields(storage: StorageRow, { if: before = [], after = [] }: Grant): string[] {
  const lost = [...before, ...after].flat().filter((term) => !isReadable(storage, term));
  return [...new Set(lost.map(({ field }) => field))];
}

function isOfUsers({ who, verbs }: Grant): boolean {
  return !(typeof who === 'object' && 'key' in who) && (verbs.includes('list') || verbs.includes('read'));
}

/** An index finds what is equal; what is unequal, greater or contained may be met on the way only. */
function slowFields({ verbs, if: sets = [] }: Grant): string[] {
  if (!verbs.includes('list')) return [];
  const slow = sets.flat().filter(({ op, field }) => op !== '=' && field !== 'createdAt');
  return [...new Set(slow.map(({ field }) => field))];
}
