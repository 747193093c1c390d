import { areFlagWords } from './flag-words.ts';
import { areMixedDates, isoDate } from './unsure-columns.ts';

/**
 * The cells of a column as a reader takes them, and no program does: amounts, days, true and false in words of a language, or `zeros`:
 * amounts, or versions such as 1.9 and 1.10, that numbers would not keep apart.
 */
export type Written = 'amounts' | 'days' | 'flags' | 'zeros';

/**
 * Finds columns that would be of a type if they were spelt otherwise: 1,234.50, 5 %, $3, (2.00), 2026/03/29, 29-Mar-26, WAHR. They stay
 * texts, which are not added up and stand in the order of letters, so somebody must be told.
 * @param cells of a whole column that is text; empty ones do not matter
 */
export function writtenColumn(cells: readonly string[]): Written | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (isOne(filled, amount, plainNumber)) return 'amounts';
  if (isOne(filled, decimal, withoutLastZero)) return 'zeros';
  if (isOne(filled, day, isoDate) || areMixedDates(filled)) return 'days';
  return filled.length > 0 && areFlagWords(filled) ? 'flags' : undefined;
}

/** All are of the kind, and some are spelt as programs do not read them. */
function isOne(filled: readonly string[], kind: RegExp, plain: RegExp): boolean {
  return filled.some((cell) => !plain.test(cell)) && filled.every((cell) => kind.test(cell));
}

const sign = String.raw`[-+\u2212]?`;
const currency = String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|kr|zł|Kč)`;
/** In groups of three or two digits, with a point or a comma before the rest; digits of any script. Codes begin with zeros. */
const digits = String.raw`(?!0\p{Nd})\p{Nd}+(?:([,'’ \u00A0\u202F])\p{Nd}{2,3}(?:\1\p{Nd}{2,3})*)?(?:[.,\u066B]\p{Nd}+)?(?:e[-+]?\d+)?`;
const amount = new RegExp(`^\\(?${sign}\\s?${currency}?\\s?${sign}${digits}\\s?(?:%|‰|${currency})?[-)]?$`, 'iu');
/** Also codes: with zeros in front, with the plus of a telephone, or longer than a number holds. */
const plainNumber = /^(?:[+-]?\d+(?:\.\d+)?|\+[\d ]+)$/;

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const withoutLastZero = /^-?\d+(?:\.\d*[1-9])?$/;

/** The first letters of months in English, German, French, Spanish and Italian. */
const months =
  'jan|feb|mar|mär|apr|avr|abr|may|mai|mag|jun|jui|jul|giu|lug|aug|aoû|ago|sep|set|oct|okt|ott|nov|dec|dez|déc|dic|fév|ene|gen';
const month = String.raw`(?:${months})\p{L}*\.?`;
const short = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const clock = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?`;
const day = new RegExp(
  String.raw`^(?:\d{4}([/.-])\d{1,2}\1\d{1,2}|${short}([/.-])${short}\2\d{2}|\d{1,2}[ .-]+${month}[ ,.-]+\d{2,4}|${month} \d{1,2},? \d{4}|\d{4}年\d{1,2}月\d{1,2}日)${clock}$`,
  'iu',
);
