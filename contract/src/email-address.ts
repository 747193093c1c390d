import { limits } from './limits.ts';

/**
 * A character between the dots of an address, of any script. `\p{Cs}` is half of a character, which no JSON or UTF-8
 * can carry. What nobody sees would make another address of the same one. The others structure the headers of a mail.
 */
const plain = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}@<>"(),:;\\[\].]`;
const local = String.raw`(?=[^@]{1,64}@)${plain}+(?:\.${plain}+)*`;
const label = String.raw`(?!-)${plain}{1,63}(?<!-)`;

/** The one rule of addresses that mail can reach, RFC 5321 and 6531: dots stand between something, a domain has at least two parts. */
export const emailShape = new RegExp(String.raw`^${local}@${label}(?:\.${label})+$`, 'u');

export function isEmail(text: string): boolean {
  return text.length <= limits.emailLength && emailShape.test(text);
}
