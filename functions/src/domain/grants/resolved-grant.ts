import { type DataRecord, type Grant, type GrantCondition, type GrantTerm, type GrantVerb } from '@bedplate/contract';
import { mayRead } from '../api-keys/key-scope.ts';
import { filtersOf, testOf } from '../records/conditions/read-conditions.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { Filter } from '../records/query/filter.ts';
import { type GrantCaller, isMeant, teamsIn } from './grant-caller.ts';

/** A rule that is about the caller, with the values of the call. */
export interface ResolvedGrant {
  readonly grant: Grant;
  /** Within those of a named key: a write of one that may not read shows it nothing. */
  readonly verbs: readonly GrantVerb[];
  /** The record as it is: of these sets of conditions one must hold. */
  readonly before: readonly (readonly Filter[])[];
  readonly holds: (record: DataRecord) => boolean;
  /** The same of the record as a write leaves it. */
  readonly holdsAfter: (record: DataRecord) => boolean;
  readonly hidden: ReadonlySet<string>;
}

/** @returns null for a rule that is about others */
export function resolved(caller: GrantCaller, storage: StorageRow, grant: Grant): ResolvedGrant | null {
  if (!isMeant(caller, grant.who)) return null;
  const own = ownFilters(caller, grant.who);
  const setsOf = (condition: GrantCondition | undefined) =>
    (condition ?? [[]]).flatMap((terms) => {
      const filters = filtersOf(caller, storage, terms);
      return filters ? [[...own, ...filters]] : [];
    });
  const before = setsOf(grant.if);
  return {
    grant,
    verbs: mayRead(caller.caller.scope, storage.id) ? grant.verbs : grant.verbs.filter((verb) => verb !== 'list' && verb !== 'read'),
    before,
    holds: testOf(storage, before),
    holdsAfter: testOf(storage, setsOf(grant.after ?? grant.if)),
    hidden: new Set(grant.fields?.hidden),
  };
}

/** The records of the caller, or of the caller's teams, as a filter: the planner decides about them. */
function ownFilters(caller: GrantCaller, who: Grant['who']): Filter[] {
  if (typeof who !== 'object') return [];
  const { userId = '' } = caller.caller;
  if ('owner' in who) return [{ path: who.owner, operator: '=', literals: [{ text: userId, quoted: true }] }];
  if (!('team' in who)) return [];
  return [{ path: who.team, operator: '=', literals: teamsIn(caller, who).map((text) => ({ text, quoted: true })) }];
}

/** @returns whether a record meets one condition; null when the call lacks its value */
export function termTest(caller: GrantCaller, storage: StorageRow, term: GrantTerm): ((record: DataRecord) => boolean) | null {
  const filters = filtersOf(caller, storage, [term]);
  return filters && testOf(storage, [filters]);
}

/** @returns whether a record is of the caller, where a rule is about owners or teams */
export function isOwnOf(caller: GrantCaller, storage: StorageRow, { grant, record }: { grant: Grant; record: DataRecord }): boolean {
  return testOf(storage, [ownFilters(caller, grant.who)])(record);
}
