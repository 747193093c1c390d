/** Without control characters, halves of characters, and those that turn the direction of what follows. */
export const shownText = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u;

/** Something in it is seen: a letter, digit, mark or picture. Blanks alone, also those that programs do not trim, make no name. */
export const seenText = /[^\s\u2800\p{Cf}\p{DI}]/u;

/** Like `shownText`, of a text that may have lines and tabs. */
export const shownLines = /^(?:[\t\r\n]|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u;

/**
 * Names reach mails, whose programs make a link of what looks like an address. Compared as it is read: full-width characters look
 * like the others.
 */
export function isWithoutLink(name: string): boolean {
  return !/:\/\/|www[.\u3002]/i.test(name.normalize('NFKC'));
}

/** @returns what keeps a text from being the name of a field that people read; null when nothing does */
export function fieldNameFault(name: string): 'fieldNameBlank' | 'fieldNameCharacters' | null {
  if (/^[\w-]+$/.test(name)) return null; // nearly all: the classes of Unicode take longer
  if (!shownText.test(name)) return 'fieldNameCharacters';
  return seenText.test(name) ? null : 'fieldNameBlank';
}

/** `Is_Admin` and `isAdmin` mean the same to many an app: letter case, `_`, `-`, blanks, invisible characters and full-width letters do not count. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Z}_-]/gu, '');
}
