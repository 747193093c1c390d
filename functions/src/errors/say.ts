import { billingTexts, furtherRefusals, queryRefusals, type Text, type Values } from '@bedplate/contract';
import { addSentences, type SentenceKey } from './api-error.ts';

addSentences({ ...billingTexts, ...furtherRefusals, ...queryRefusals });

/** @returns a sentence of the contract as code */
export function say(key: SentenceKey, values?: Values): Text<SentenceKey> {
  return { key, ...(values && { values }) };
}
