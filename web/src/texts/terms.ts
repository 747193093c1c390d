import { rendered, type Values } from '@bedplate/contract/texts/text';
import { termsTexts } from './en/terms.ts';

/** @returns a text of the page of terms, which is English only */
export function t(key: keyof typeof termsTexts, values?: Values): string {
  return rendered(termsTexts[key], values);
}
