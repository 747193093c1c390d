const keptCharacters = 128;
/** Most texts: NFKC does not change them, and they have no control characters. */
const ascii = /^[ -~]*$/;

/** Upper and lower case, and the forms that NFKC makes one, are the same text; control characters, which the index uses as marks, are spaces. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cc}/gu, ' ');
}

/** @returns the folded text up to the 128 characters that are compared in an order and in ranges */
export function foldedStart(text: string): string {
  const folded = fold(text);
  if (folded.length <= keptCharacters) return folded;
  return Array.from(folded.slice(0, keptCharacters * 2))
    .slice(0, keptCharacters)
    .join('');
}

/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, Arabic's stretching, and what nobody sees; й is a letter of its own. */
const left =
  /(?<!и)\u0306|[[\p{M}&&[\p{sc=Inherited}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u{306}\u{3099}\u{309A}]]|\u0640|\p{DI}/gv;
/** Letters that have no accent to Unicode, and marks that programs set in place of those on a keyboard. */
const plain: Readonly<Record<string, string>> = Object.fromEntries(
  ['ßss', 'ςσ', 'øo', 'łl', 'đd', 'ðd', 'þth', 'æae', 'œoe', 'ıi', 'ħh', 'ŧt', "’'", "‘'", "‚'", "‛'", "ʼ'", "ʻ'", "ʹ'", "′'"]
    .concat(['“"', '”"', '„"', '‟"', '«"', '»"', '‐-', '‒-', '–-', '—-', '−-'])
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const replaced = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');

/**
 * Text as a search compares it besides the text itself: without accents, final forms and typographic marks, so that `cafe` finds "café".
 * @param text folded
 */
export function unaccented(text: string): string {
  if (ascii.test(text)) return text;
  const bare = text.normalize('NFKD').replace(left, '').normalize('NFC');
  return bare.replace(replaced, (character) => plain[character] ?? character);
}

/** @param term folded @returns whether a folded text contains it, or does so without accents: no text is lost by the wider look */
export function containing(term: string): (text: string) => boolean {
  const bare = unaccented(term);
  return (text) => text.includes(term) || (bare !== '' && !(bare === term && ascii.test(text)) && unaccented(text).includes(bare));
}
