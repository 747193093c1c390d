/** Runs `work` for each item, at most `width` at once. @returns the results in the order of the items */
export async function inTurns<T, R>(width: number, items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += width)
    results.push(...(await Promise.all(items.slice(start, start + width).map((item, i) => work(item, start + i)))));
  return results;
}
