/** Most texts: they have no accents and no marks. */
const ascii = /^[ -~]*$/;

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
