import type { ApiError } from '../../../errors/api-error.ts';
import { tooBroad } from './budget.ts';
import type { Candidate, Position } from './candidate.ts';
import type { Ties } from './order.ts';
import type { Planning } from './planning.ts';
import type { Source } from './source.ts';
import type { ValueRuns } from './value-runs.ts';

interface Place {
  readonly ties: Ties;
  /** Nothing up to here is given. */
  readonly from: Position | undefined;
  /** Where the records of one value need no sorting. */
  readonly runs: ValueRuns | undefined;
}

interface Walk {
  readonly value: Position['value'];
  readonly records: Source;
}

/** Records of one value that are read before a walk along them is begun, which is another query. */
const longRun = 10;

/**
 * An index in the order of a list by several fields: the records of one value are read together and sorted, or, where there are many,
 * walked along in their order.
 * @param open gives the index from before all records that are tied with the one at `from`
 */
export function sortedTies({ reader, query, order }: Planning, { ties, from, runs }: Place, open: () => Source): Source {
  let run: Candidate[] = [];
  let looked: Candidate | undefined;
  let ready: Candidate[] = [];
  let isFirst = true;
  let walk = from && walkAlong(from.value, from.id);
  let source = walk ? undefined : open();
  const sorted: { next: Source['next']; ended: boolean; waiting: number } = { next, ended: false, waiting: 0 };
  return sorted;

  async function next(size: number): Promise<Candidate[]> {
    while (ready.length < size && !isAtEnd() && reader.left > 0) await (walk ? walkOn(walk, size - ready.length) : sortOn(size));
    if (isAtEnd()) endRun();
    if (ready.length === 0 && !isAtEnd() && isFirst) throw refusal();
    isFirst = false;
    const given = ready.slice(0, size);
    ready = ready.slice(size);
    sorted.waiting = ready.length;
    sorted.ended = isAtEnd() && ready.length === 0;
    return given;
  }

  function isAtEnd(): boolean {
    return walk === undefined && source?.ended === true;
  }

  async function walkOn({ value, records }: Walk, size: number): Promise<void> {
    ready.push(...(await records.next(Math.min(size, reader.left))));
    if (!records.ended) return;
    walk = undefined;
    source = runs?.behind(value);
    looked = undefined;
  }

  async function sortOn(size: number): Promise<void> {
    await readOn(Math.min(size - ready.length + run.length + 1, reader.left));
    const [first] = run;
    const long = first && run.length > longRun ? walkAlong(order.along.positionOf(first).value, undefined) : undefined;
    if (!long) return;
    run = [];
    walk = long;
  }

  function walkAlong(value: Position['value'], after: string | undefined): Walk | undefined {
    const records = runs?.open(value, after);
    return records && { value, records };
  }

  async function readOn(size: number): Promise<void> {
    for (const candidate of (await source?.next(size)) ?? []) {
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

  function refusal(): ApiError {
    const { path } = order.along.sort;
    return tooBroad('ties', { path, others: query.thenBy?.map((sort) => sort.path).join(', ') ?? '' });
  }
}
