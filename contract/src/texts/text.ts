export type Values = Readonly<Record<string, string | number>>;

/** A sentence as code: the key of its text and what fills the places. */
export interface Text<Key extends string = string> {
  key: Key;
  values?: Values;
}

/** The places of a text: `{name}`, or words that follow a number: `{count, plural, one {# record} other {# records}}`. */
export const places = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g;

/** @returns the English text with each place filled from `values`; a place without a value stays as it is */
export function rendered(text: string, values: Values = {}): string {
  // oxlint-disable-next-line max-params -- a match and its groups
  return text.replace(places, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return one === undefined || other === undefined ? String(value) : (Number(value) === 1 ? one : other).replace('#', String(value));
  });
}

/** Renders a text in the program's language; null for English. */
export let translate: ((text: Text) => string) | null = null;

/** Lets the rules of the schemas speak another language from now on. */
export function translateBy(by: typeof translate): void {
  translate = by;
}
