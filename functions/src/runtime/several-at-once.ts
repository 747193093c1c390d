/** Does the work for each item, so many at once; items are taken as they come. @throws what the first failed work throws */
export async function severalAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one: Promise<void> = work(item).then(() => void running.delete(one));
    running.add(one);
    if (running.size >= most) await Promise.race(running);
  }
  await Promise.all(running);
}
