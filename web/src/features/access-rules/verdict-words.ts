import type { Grant, GrantVerb, RuleVerdict } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import { termWords } from './rule-words.ts';

/** @returns why a rule did or did not hold, and what would have passed */
export function verdictWords(rule: Grant, verb: GrantVerb, verdict: RuleVerdict | undefined): string {
  if (!verdict) return '';
  // No record was looked at: which ones a list has is left to the rule.
  if (verb === 'list' && verdict.outcome === 'held') return t('accessRules.verdict.lists');
  const { outcome, at: [set, place] = [0, 0], field = '' } = verdict;
  const term = rule.if?.[set]?.[place];
  return t(`accessRules.verdict.${outcome}`, { field, condition: term ? termWords(term) : '' });
}
