/**
 * By steps from quote to quote: a pattern for strings runs out of stack at some megabytes.
 *
 * @param text JSON
 * @param begin of the quote that opens a string
 * @returns the place of the quote that closes it; -1 where none does
 */
export function endOfString(text: string, begin: number): number {
  let end = begin;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
  } while (escapes % 2 === 1);
  return end;
}
