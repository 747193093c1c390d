/**
 * @returns whether a number holds every digit of a text that spells a whole one: beyond 2^53 the last ones may come out as others.
 * What a number is itself written as is held, although its last digits stand for others, too.
 */
export function keepsDigits(text: string): boolean {
  const digits = text.trim().replace(/^\+/, '');
  if (!/^-?\d+$/.test(digits)) return true;
  const number = Number(digits);
  return String(number) === digits || (Number.isFinite(number) && BigInt(digits) === BigInt(number));
}
