import type { DataRecord, Grant, GrantCondition, Grants, GrantVerb, RuleDecision, RuleVerdict } from '@bedplate/contract';
import { allows } from '../api-keys/key-scope.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type GrantCaller, isConcerned, isMeant } from './grant-caller.ts';
import { isOwnOf, termTest } from './resolved-grant.ts';

interface Asked {
  readonly who: GrantCaller;
  readonly storage: StorageRow;
  readonly verb: GrantVerb;
  /** As it was; null for a list and for a new one. */
  readonly record: DataRecord | null;
  /** Verdicts on what was to be written, by the rules that hold for the record. */
  readonly onWrite?: ReadonlyMap<Grant, RuleVerdict> | undefined;
}

/** Decision 081. @returns rule by rule what held and what did not, for the developer */
export function decide(rules: Grants, version: number, asked: Asked): RuleDecision {
  const { verb, record, onWrite } = asked;
  return {
    version,
    verb,
    record: record?.id ?? null,
    verdicts: rules.map((grant) => onWrite?.get(grant) ?? verdictOn(grant, asked)),
  };
}

function verdictOn(grant: Grant, { who, storage, verb, record }: Asked): RuleVerdict {
  if (!grant.verbs.includes(verb)) return { outcome: 'verb' };
  if (!isConcerned(who, grant.who)) return { outcome: 'who' };
  if (!allows(who.caller.scope, verb === 'list' ? 'read' : verb, storage.id)) return { outcome: 'key' };
  if (!isMeant(who, grant.who)) return { outcome: 'team' };
  if (record && !isOwnOf(who, storage, { grant, record })) return { outcome: isOfTeam(grant) ? 'team' : 'owner' };
  return nearestFailure(grant.if, { who, storage, record }) ?? { outcome: 'held' };
}

/** @returns the condition that is in the way: of alternatives that of the one that came farthest, which says most; null where they hold */
export function nearestFailure(condition: GrantCondition | undefined, asked: Pick<Asked, 'who' | 'storage' | 'record'>) {
  const sets = (condition ?? []).map((terms, set) => firstFailure(terms, { ...asked, set }));
  if (sets.includes(null)) return null;
  const [nearest] = sets.flatMap((one) => one ?? []).sort((a, b) => b.at[1] - a.at[1]);
  return nearest ?? null;
}

function isOfTeam({ who }: Grant): boolean {
  return typeof who === 'object' && 'team' in who;
}

function firstFailure(
  terms: GrantCondition[number],
  { who, storage, record, set }: Pick<Asked, 'who' | 'storage' | 'record'> & { readonly set: number },
) {
  for (const [term, one] of terms.entries()) {
    const test = termTest(who, storage, one);
    if (!test) return { outcome: 'missing', at: [set, term] } as const;
    if (record && !test(record)) return { outcome: 'condition', at: [set, term] } as const;
  }
  return null;
}
