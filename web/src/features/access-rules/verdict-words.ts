import type { Grant, GrantVerb, RuleVerdict } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import { termWords } from './rule-words.ts';

/** @returns whether the rules let a verb happen; of a list that none refuses, that it finds nothing */
export function verbWords(verb: GrantVerb, verdicts: readonly RuleVerdict[]): string {
  const isAny = (...outcomes: readonly RuleVerdict['outcome'][]) => verdicts.some(({ outcome }) => outcomes.includes(outcome));
  const said = isAny('held') ? 'yes' : verb === 'list' && isAny('team', 'missing') ? 'nothing' : 'no';
  return t(`accessRules.${said}`, { verb: t(`grant.${verb}`) });
}

function isWithoutRecord(verb: GrantVerb): boolean {
  return verb === 'list' || verb === 'create';
}

/** @returns why a rule did or did not hold, and what would have passed */
export function verdictWords(rule: Grant, verb: GrantVerb, verdict: RuleVerdict | undefined): string {
  if (!verdict) return '';
  // No record was looked at: which ones a list has is left to the rule.
  if (verb === 'list' && verdict.outcome === 'held') return t('accessRules.verdict.lists');
  if (isWithoutRecord(verb) && verdict.outcome === 'team') return t('accessRules.verdict.noTeam');
  const { outcome, at: [set, place] = [0, 0], field = '' } = verdict;
  const term = rule.if?.[set]?.[place];
  return t(`accessRules.verdict.${outcome}`, { field, condition: term ? termWords(term) : '' });
}
