import { type Grant, type GrantTerm, grantSentence, termSentence, translateShapesBy } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import '../../texts/access-rules.ts';

translateShapesBy((key, values) => t(`grantShape.${key}`, values));

/** @returns a rule as a person says it, in the page's language */
export function ruleWords(rule: Grant, keyName?: (id: string) => string | undefined): string {
  return grantSentence(rule, { say: (word, values) => t(`grant.${word}`, values), ...(keyName && { keyName }) });
}

/** @returns one condition of a rule, in the page's language */
export function termWords(term: GrantTerm): string {
  return termSentence(term, { say: (word, values) => t(`grant.${word}`, values) });
}

/** @returns two sentences, one after the other: Chinese has no space between them */
export function sentences(first: string, second: string): string {
  return t('grant.sentences', { first, second });
}
