import type { GrantVerb } from './grant.ts';
import type { EndUserReach } from './storage.ts';

/**
 * The verdict of a rule on a call: it held, or it is about another verb, about others, about the records of others or of teams that the caller is not in; the key itself does
 * not allow the verb or the storage; a condition did not hold, or the caller has no value for it; what the write would have stored does not meet it, or a field is closed.
 */
export const ruleOutcomes = ['held', 'verb', 'who', 'key', 'owner', 'team', 'condition', 'missing', 'stored', 'field'] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

export interface RuleVerdict {
  readonly outcome: RuleOutcome;
  /** The first condition that did not hold: its set in `if`, and its place there; of `stored` in `after`, where the rule has it. */
  readonly at?: readonly [set: number, term: number];
  /** Closed to the caller. */
  readonly field?: string;
}

/** Why access rules refused a call, or cut a list. It has names of fields, and no value of a record. */
export interface RuleDecision {
  /** 0 where a storage has no saved rules: then `settings` stand for some. */
  readonly version: number;
  readonly verb: GrantVerb;
  /** The record that was asked for; null for a list and for a new one. */
  readonly record: string | null;
  /** One for each rule of the version, in its order. */
  readonly verdicts: readonly RuleVerdict[];
  /** How far app users reach by the settings of the storage: see `grantsOf`. */
  readonly settings?: { readonly read: EndUserReach; readonly write: EndUserReach; readonly holdsUsers: boolean };
}
