export type Values = Readonly<Record<string, string | number>>;

/** A sentence as code: the key of its text and what fills the places. */
export interface Text<Key extends string = string> {
  key: Key;
  values?: Values;
}

/** @returns the text with each `{place}` filled from `values`; a place without a value stays as it is */
export function rendered(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Renders a text in the program's language; null for English. */
export let translate: ((text: Text) => string) | null = null;

/** Lets the rules of the schemas speak another language from now on. */
export function translateBy(by: typeof translate): void {
  translate = by;
}
