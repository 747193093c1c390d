import { rendered, type Values } from '@bedplate/contract/texts/text';
import { landingTexts } from './en/landing.ts';

/** @returns a text of the landing page, which is English only */
export function t(key: keyof typeof landingTexts, values?: Values): string {
  return rendered(landingTexts[key], values);
}
