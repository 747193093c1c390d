/** @returns the token of a list's next page; null on the last */
export function pageTokenOf(next: unknown): string | null {
  return typeof next === 'object' && next !== null && 'pageToken' in next && typeof next.pageToken === 'string' ? next.pageToken : null;
}
