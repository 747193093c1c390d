import { endOfString } from './values/string-end.ts';

/**
 * @returns whether a number holds every digit of a text that spells a whole one: beyond 2^53 the last ones may come out as others.
 * The usual notation of a number passes, although its last digits may also mean others.
 */
export function keepsDigits(text: string): boolean {
  const digits = text.trim().replace(/^\+/, '');
  if (!/^-?\d+$/.test(digits)) return true;
  const number = Number(digits);
  return String(number) === digits || (Number.isFinite(number) && BigInt(digits) === BigInt(number));
}

/** A cheap first look: most texts have no such digits. */
const mayBeLost = /\d{16}|[eE]\+?\d{3}/;

/** @returns the first number of a JSON text that would come out as another, or as none at all; undefined when every one is held */
export function lostNumber(json: string): string | undefined {
  if (!mayBeLost.test(json)) return undefined;
  const next = /"|-?\d[\d.eE+-]*/g;
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const [part] = found;
    if (part === '"') next.lastIndex = Math.max(endOfString(json, found.index), found.index) + 1;
    else if (!keepsDigits(part) || !Number.isFinite(Number(part))) return part;
  }
  return undefined;
}

/**
 * @returns whether a number has the whole value of a text in the usual notation, and the text no more to say: '042', '-0' and digits
 * beyond a number's reach have
 */
export function spellsNumber(text: string): boolean {
  const decimal = /^[+-]?(\d+)(?:\.(\d*))?(?:e[+-]?\d+)?$/i.exec(text.trim().replace(/^([+-]?)\./, '$10.'));
  const number = Number(text);
  if (!decimal || !Number.isFinite(number) || Object.is(number, -0)) return false;
  if (/^0\d/.test(decimal[1] ?? '')) return false;
  return significand(text) === significand(String(number));
}

/** @returns the digits between the first and the last that is no 0 */
function significand(text: string): string {
  const digits = text.toLowerCase().split('e')[0]?.replaceAll(/\D/g, '') ?? '';
  return digits.replace(/^0+/, '').replace(/0+$/, '');
}
