/**
 * Merges iterables that are each in order; elements that compare equal (the same document) come once.
 * Nothing is read ahead but one element of each.
 */
export function* mergeOrdered<T>(sources: readonly Iterable<T>[], compare: (a: T, b: T) => number): Generator<T> {
  const iterators = sources.map((source) => source[Symbol.iterator]());
  try {
    const heads = iterators.map((iterator) => iterator.next());
    while (true) {
      let least: T | undefined;
      for (const head of heads) if (!head.done && (least === undefined || compare(head.value, least) < 0)) least = head.value;
      if (least === undefined) return;
      for (const [i, head] of heads.entries()) {
        if (head.done || compare(head.value, least) !== 0) continue;
        const next = iterators[i]?.next();
        if (next) heads[i] = next;
      }
      yield least;
    }
  } finally {
    for (const iterator of iterators) iterator.return?.();
  }
}
