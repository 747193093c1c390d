import { en } from './en.ts';

export type TextKey = keyof typeof en;

/** @returns the text of the page's language with `{name}` places filled from `values` */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
