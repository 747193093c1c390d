import type { Grant, RuleVerdict } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import { termWords } from './rule-words.ts';

/** @returns why a rule did or did not hold, and what would have passed */
export function verdictWords(rule: Grant, verdict: RuleVerdict | undefined): string {
  if (!verdict) return '';
  const { outcome, at: [set, place] = [0, 0], field = '' } = verdict;
  const term = rule.if?.[set]?.[place];
  return t(`accessRules.verdict.${outcome}`, { field, condition: term ? termWords(term) : '' });
}
