/**
 * Names reach mails, whose programs make a link of what looks like an address. Compared as it is read: full-width characters look
 * like the others.
 */
export function isWithoutLink(name: string): boolean {
  return !/:\/\/|www[.\u3002]/i.test(name.normalize('NFKC'));
}
