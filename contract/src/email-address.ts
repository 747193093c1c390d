import { limits } from './limits.ts';

/**
 * The one rule of addresses that mail can reach, RFC 5321 and 6531, with letters of any script: dots stand between something, a domain
 * has at least two parts. `\p{Cs}` is half of a character, which no JSON or UTF-8 can carry; what nobody sees would make another address
 * of the same one; the other characters structure the headers of a mail. A literal, so that clients without it leave it out.
 */
export const emailShape =
  /^(?=[^@]{1,64}@)[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}@<>"(),:;\\[\].]+(?:\.[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}@<>"(),:;\\[\].]+)*@(?!-)[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}@<>"(),:;\\[\].]{1,63}(?<!-)(?:\.(?!-)[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}@<>"(),:;\\[\].]{1,63}(?<!-))+$/u;

export function isEmail(text: string): boolean {
  return text.length <= limits.emailLength && emailShape.test(text);
}
