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
