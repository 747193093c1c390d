import type { Candidate } from './candidate.ts';
import type { Source } from './source.ts';

/** A walk, and what it has given that was not passed on yet. */
interface Head {
  readonly source: Source;
  waiting: Candidate[];
}

/** Walks in one order as one walk of that order, which gives each candidate once. Unlike `merged`, a walk may find the same as another. */
export function united(sources: readonly Source[], compare: (a: Candidate, b: Candidate) => number): Source {
  const heads: Head[] = sources.map((source) => ({ source, waiting: [] }));
  const joined: { next: Source['next']; ended: boolean; isFree?: boolean } = {
    next,
    ended: sources.length === 0,
    ...(sources.every(({ isFree }) => isFree) && { isFree: true }),
  };
  return joined;

  async function next(size: number): Promise<Candidate[]> {
    const got: Candidate[] = [];
    await Promise.all(heads.map((head) => fill(head, Math.ceil(size / heads.length))));
    // Behind the last candidate of a walk that goes on nothing is known to come before what that walk gives next.
    while (got.length < size && !heads.some(isBare)) {
      const first = foremost();
      if (!first) break;
      // Walks of one order have the same candidate in front at the same time.
      for (const head of heads) if (head.waiting[0]?.id === first.id) head.waiting.shift();
      got.push(first);
    }
    joined.ended = heads.every(({ source, waiting }) => source.ended && waiting.length === 0);
    return got;
  }

  function foremost(): Candidate | undefined {
    const waiting = heads.flatMap((head) => head.waiting[0] ?? []);
    return waiting.length === 0 ? undefined : waiting.reduce((least, one) => (compare(one, least) < 0 ? one : least));
  }
}

function isBare({ source, waiting }: Head): boolean {
  return waiting.length === 0 && !source.ended;
}

/** Some walks give fewer than they are asked for, or none, long before their end. */
async function fill(head: Head, size: number): Promise<void> {
  if (head.waiting.length === 0 && !head.source.ended) head.waiting = await head.source.next(size);
}
