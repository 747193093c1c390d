/** @returns the number with its thousands apart: English and Chinese write it the same way */
export function localNumber(number: number): string {
  return number.toLocaleString('en-US');
}
