import type { Grant, GrantVerb, RuleVerdict, TriedDecision } from '@bedplate/contract';
import { inOurWords } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { termWords } from './rule-words.ts';

/** @returns whether the rules let a verb happen; of a list that none refuses, that it finds nothing; of a save, whether it would pass */
export function verbWords({ verb, verdicts, passes, refusal }: Pick<TriedDecision, 'verb' | 'verdicts' | 'passes' | 'refusal'>): string {
  const word = { verb: t(`grant.${verb}`) };
  if (passes) return t('accessRules.passes', { ...word, number: carrying(verdicts) });
  if (passes === false) return t(refusal ? 'accessRules.passesNotFor' : 'accessRules.passesNot', word);
  return t(`accessRules.${isHeld(verdicts) ? 'yes' : findsNothing(verb, verdicts) ? 'nothing' : 'no'}`, word);
}

/** @returns the same without the verb, for a place that names it */
export function outcomeWords({ verb, verdicts, passes, refusal }: TriedDecision): string {
  const [problem] = refusal ?? [];
  if (problem) return t('accessRules.tryRefusedFor', { message: inOurWords(problem) });
  if (passes ?? isHeld(verdicts)) return t('accessRules.tryAllowed', { number: carrying(verdicts) });
  return t(findsNothing(verb, verdicts) ? 'accessRules.tryNothing' : 'accessRules.tryRefused');
}

function isHeld(verdicts: readonly RuleVerdict[]): boolean {
  return verdicts.some(({ outcome }) => outcome === 'held');
}

function findsNothing(verb: GrantVerb, verdicts: readonly RuleVerdict[]): boolean {
  return verb === 'list' && verdicts.some(({ outcome }) => outcome === 'team' || outcome === 'missing');
}

/** The first rule that holds lets the call happen. */
function carrying(verdicts: readonly RuleVerdict[]): number {
  return verdicts.findIndex(({ outcome }) => outcome === 'held') + 1;
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
  const { outcome, at, field = '' } = verdict;
  const [set, place] = at ?? [0, 0];
  if (outcome === 'stored') {
    const stored = at && (rule.after ?? rule.if)?.[set]?.[place];
    return stored ? t('accessRules.verdict.storedAt', { condition: termWords(stored) }) : t('accessRules.verdict.stored');
  }
  const term = rule.if?.[set]?.[place];
  return t(`accessRules.verdict.${outcome}`, { field, condition: term ? termWords(term) : '' });
}
