import { type Grant, grantSentence } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import '../../texts/access-rules.ts';

/** @returns a rule as a person says it, in the page's language */
export function ruleWords(rule: Grant, keyName?: (id: string) => string | undefined): string {
  return grantSentence(rule, { say: (word, values) => t(`grant.${word}`, values), ...(keyName && { keyName }) });
}
