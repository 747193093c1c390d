import { createCache } from '../../memory/cache.ts';
import type { WaitingLine } from './chunk.ts';

/** Lines a minute of one project that are all kept; of more, one in two, in four, and so on. Failures have less room: a storm is mostly those. */
const allKept = { served: 6_000, refused: 600 };

interface Group {
  minute: number;
  seen: number;
  /** The line that stands for those left out. */
  last: WaitingLine | null;
}

/**
 * Chooses the lines to keep in a storm. A line that is left out adds its calls to the last kept one, so the sum of `n` is exact.
 * @param isWaiting whether a line can still be changed
 */
export function createSampler(isWaiting: (line: WaitingLine) => boolean) {
  // Never off: this is state.
  const groups = createCache<Group>({ max: 10_000, isOff: false });

  /** @param isFull there is no room for one more @returns whether the line is kept */
  return function keeps(line: WaitingLine, isFull: boolean): boolean {
    const outcome = line.status < 400 ? 'served' : 'refused';
    const group = groupOf(`${line.projectId}/${outcome}`, Math.floor(line.millis / 60_000));
    group.seen += 1;
    const last = group.last && isWaiting(group.last) ? group.last : null;
    if (last && (isFull || group.seen % strideOf(group.seen, allKept[outcome]) !== 0)) {
      last.n += 1;
      return false;
    }
    if (isFull) return false;
    group.last = line;
    return true;
  };

  function groupOf(name: string, minute: number): Group {
    const known = groups.get(name);
    if (known && known.minute === minute) return known;
    const group = { minute, seen: 0, last: known?.last ?? null };
    groups.set(name, group);
    return group;
  }
}

function strideOf(seen: number, whole: number): number {
  return seen <= whole ? 1 : 2 ** (Math.floor(Math.log2(seen / whole)) + 1);
}
