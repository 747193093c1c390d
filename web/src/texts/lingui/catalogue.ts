import { places } from '@bedplate/contract';
import type { Messages } from '@lingui/core';

/** A text with `{places}`, or one with plural forms. */
export type Words = string | Messages[string];

/** @returns the texts with the keys of one catalogue, `prefix.key` */
export function under(prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]));
}

/** @returns the texts as Lingui reads them: lists of words and places */
export function compiled(texts: Readonly<Record<string, Words>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? parts(text) : text]));
}

/** @returns a text whose form follows the number at `place`; `#` is that number */
export function plural(place: string, cases: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): Words {
  const forms = Object.entries(cases).map(([rule, text]) => [rule, text.split(/(#)/).filter(Boolean)]);
  return [[place, 'plural', Object.fromEntries(forms)]];
}

/** @returns one text of several, one after the other */
export function joined(...texts: readonly Words[]): Words {
  return texts.flatMap((text) => (typeof text === 'string' ? parts(text) : text));
}

/** As the contract's `rendered` reads it. */
function parts(text: string): Words {
  return text.split(places).flatMap((part, at, all): Words => {
    if (at % 4 === 0) return [part];
    const [one = '', other]: readonly (string | undefined)[] = all.slice(at + 1); // undefined for a place alone
    return at % 4 > 1 ? [] : other === undefined ? [[part]] : plural(part, { one, other });
  });
}
