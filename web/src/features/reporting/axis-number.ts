/**
 * @returns a count as an axis has room for it: '1,500' as '1.5K', on a Chinese page '15000' as
 * '1.5万'
 */
export function axisNumber(count: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { notation: 'compact' }).format(count);
}
