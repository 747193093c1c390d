/**
 * @param number a whole one
 * @returns it with its thousands apart: English and Chinese write it the same way, and the
 * browser's first use of its own formats takes as long as drawing a page of records
 */
export function localNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
