import { rendered, type Values } from '@bedplate/contract/texts/text';
import { liveDemoTexts } from './en/live-demo.ts';

/** @returns a text of the landing page, which is English only */
export function t(key: keyof typeof liveDemoTexts, values?: Values): string {
  return rendered(liveDemoTexts[key], values);
}
