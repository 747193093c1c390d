import { tooBroad } from './budget.ts';
import type { Candidate, Position } from './candidate.ts';
import type { Ties } from './order.ts';
import type { Planning } from './planning.ts';
import type { Source } from './source.ts';

interface Place {
  readonly ties: Ties;
  /** Nothing up to here is given. */
  readonly from: Position | undefined;
}

/**
 * An index in the order of a list by several fields: the records of one value are read together and sorted.
 * @param source begins before all records that are tied with the one at `from`
 */
export function sortedTies({ reader, query, order }: Planning, { ties, from }: Place, source: Source): Source {
  let run: Candidate[] = [];
  let looked: Candidate | undefined;
  let ready: Candidate[] = [];
  let isFirst = true;
  const sorted: { next: Source['next']; ended: boolean } = { next, ended: false };
  return sorted;

  async function next(size: number): Promise<Candidate[]> {
    while (ready.length < size && !source.ended && reader.left > 0)
      await readOn(Math.min(size - ready.length + run.length + 1, reader.left));
    if (source.ended) endRun();
    if (ready.length === 0 && !source.ended && isFirst) throw tooBroad(remedy());
    isFirst = false;
    const given = ready.slice(0, size);
    ready = ready.slice(size);
    sorted.ended = source.ended && ready.length === 0;
    return given;
  }

  async function readOn(size: number): Promise<void> {
    for (const candidate of await source.next(size)) {
      if (looked && !ties.areTied(looked, candidate)) endRun();
      looked = candidate;
      run.push(candidate);
    }
  }

  function endRun(): void {
    const positions = run.map((candidate) => ({ candidate, position: order.positionOf(candidate) }));
    const left = from ? positions.filter(({ position }) => order.compare(position, from) > 0) : positions;
    ready.push(...left.sort((a, b) => order.compare(a.position, b.position)).map(({ candidate }) => candidate));
    run = [];
  }

  function remedy(): string {
    const { path } = order.along.sort;
    return `Of one ${path} there are more than can be read to sort them by ${query.thenBy?.map((sort) => sort.path).join(', ')}. Add a filter, or sort by ${path} alone.`;
  }
}
