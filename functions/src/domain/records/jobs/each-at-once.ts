import pLimit from 'p-limit';

/**
 * Works on all items, some at a time.
 * @returns the results in the order of the items
 * @throws what the first work throws that fails; nothing further is begun after it
 */
export async function eachAtOnce<T, R>(items: readonly T[], count: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(count);
  try {
    return await Promise.all(items.map((item) => limit(() => work(item))));
  } finally {
    limit.clearQueue();
  }
}
