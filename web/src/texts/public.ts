import { rendered, type Values } from '@bedplate/contract/texts/text';
import { publicTexts } from './en/public.ts';

export type PublicText = keyof typeof publicTexts;

/** @returns a text of the public site, which is English only: its pages load no catalogue and no library of texts */
export function t(key: PublicText, values?: Values): string {
  return rendered(publicTexts[key], values);
}
