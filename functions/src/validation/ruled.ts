import { translate, type Values } from '@bedplate/contract';
import { inEnglish, type SentenceKey } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @returns the option of a Zod rule that says one of the server's sentences when the rule is broken; rules that forms share are `problem` of the contract */
export function ruled(key: SentenceKey, values?: Values): { error: () => string } {
  const text = say(key, values);
  return { error: () => translate?.(text) ?? inEnglish(text) };
}
