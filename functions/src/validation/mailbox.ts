import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * A domain with letters beyond ASCII has two spellings, which mail servers take for one: `bücher.example` and `xn--bcher-kva.example`.
 * @param email in lower case @returns the address with its domain in letters; what has one spelling stays as it is
 */
export function inLetters(email: string): string {
  return withDomain(email, domainToUnicode);
}

/** @returns the spellings of one mailbox: the one in letters first */
export function spellingsOf(email: string): readonly string[] {
  return [...new Set([inLetters(email), withDomain(email, domainToASCII)])];
}

function withDomain(email: string, spell: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (at === 0 || !/[^\0-\x7f]|(?:^|\.)xn--/i.test(domain)) return email;
  const spelt = spell(domain); // empty for what is no domain
  return spelt === '' ? email : email.slice(0, at) + spelt;
}
