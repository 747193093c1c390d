import { rendered, type Values } from '@bedplate/contract/texts/text';
import { ownSamplesTexts } from './en/own-samples.ts';

/** @returns a text about the reader's own samples, which is English only as all of the documentation */
export function t(key: keyof typeof ownSamplesTexts, values?: Values): string {
  return rendered(ownSamplesTexts[key], values);
}
