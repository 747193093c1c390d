import { publicTexts } from './en/public.ts';

export type PublicText = keyof typeof publicTexts;

/** As `t` of the console, with the texts of the public site alone: its pages are light. */
export function t(key: PublicText, values: Record<string, string | number> = {}): string {
  return publicTexts[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
