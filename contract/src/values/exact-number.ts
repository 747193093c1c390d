/** Of an integer or a decimal. */
export const mostDigits = 100;
/** Of ten, either way: beyond it the key would not order. */
const mostExponent = 4000;

const spelling = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,5}))?$/i;

/** A number with all its digits: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** @param text in the usual notation @returns undefined for a text that spells no number, or one of more than a hundred digits */
export function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = spelling.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const scale = fraction.length - Number(exponent);
  if ((whole + fraction).replace(/^0+/, '').length > mostDigits || Math.abs(scale) > mostExponent) return undefined;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, scale };
}

/** @returns the usual notation with as many decimals as the scale says, never an exponent */
export function decimalText({ digits, scale }: Decimal): string {
  if (scale <= 0) return (digits * 10n ** BigInt(-scale)).toString();
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** @returns the exact sum, with as many decimals as the term that has most */
export function sumOf(terms: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...terms.map((term) => term.scale));
  const digits = terms.reduce((sum, term) => sum + term.digits * 10n ** BigInt(scale - term.scale), 0n);
  return { digits, scale };
}

/**
 * A text whose order by characters is the order of the numbers, and which equal numbers share ("12.5" and "12.50").
 * With the value as ±0.d1d2… × 10^e, d without zeros at its ends: zero is `1`; a positive number is `2`, e + 5000 in four digits,
 * and d; a negative one is `0`, 4999 - e, the nines' complement of d, and `~`.
 * @returns undefined for a text that spells no number, or one of more than a hundred digits
 */
export function exactKey(text: string): string | undefined {
  const number = decimalOf(text);
  if (!number) return undefined;
  if (number.digits === 0n) return '1';
  const all = (number.digits < 0n ? -number.digits : number.digits).toString();
  const exponent = all.length - number.scale;
  const significant = all.replace(/0+$/, '');
  if (number.digits > 0n) return `2${String(exponent + 5000).padStart(4, '0')}${significant}`;
  const complement = significant.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `0${String(4999 - exponent).padStart(4, '0')}${complement}~`;
}

/** @returns the number nearest to the exact one of a key; infinite for one beyond the reach of numbers */
export function numberOfKey(key: string): number {
  if (key === '1') return 0;
  if (key.startsWith('2')) return Number(`0.${key.slice(5)}e${Number(key.slice(1, 5)) - 5000}`);
  const digits = key.slice(5, -1).replace(/\d/g, (digit) => String(9 - Number(digit)));
  return -Number(`0.${digits}e${4999 - Number(key.slice(1, 5))}`);
}
