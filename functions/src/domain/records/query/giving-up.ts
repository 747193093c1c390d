import type { Candidate } from './candidate.ts';
import { collect } from './collect.ts';
import type { Collection, Plan, Planning } from './planning.ts';
import { insteadOf, type Source } from './source.ts';

/** Where matches are spread evenly, a page takes more than so many times the records that it is expected to in one of fifty lists. */
const patience = 4;
const leastPatience = 20;
/** Records that may be added between the count and the reading. */
const margin = 100;

/**
 * A walk whose matches may all be at its far end, such as the oldest of a list that is newest first: after some time without a page it
 * reads what a range finds, which has all that match, and goes on in the same order.
 * @param range counted, and found too long to be read first @param most records that the walk may pass
 */
export function givingUp(planning: Planning, walk: Plan, { range, most }: { range: Collection & { size: number }; most: number }): Plan {
  const { query, order, reader } = planning;
  const expected = (query.page * query.limit * most) / Math.max(1, range.size);
  const after = Math.max(leastPatience, Math.ceil(patience * expected));
  if (after + range.size >= most) return walk;
  const goOn = async (last: Candidate) => {
    if (reader.left < range.size + margin) return undefined;
    return (await collect(planning, range)).open(order.positionOf(last), 0);
  };
  return { ...walk, path: `${walk.path}, else ${range.path}`, open: (from, offset) => replaced(walk.open(from, offset), { after, goOn }) };
}

/** Another source once so many candidates were given. */
function replaced(first: Source, { after, goOn }: { after: number; goOn: (last: Candidate) => Promise<Source | undefined> }): Source {
  let source = first;
  let given = 0;
  let last: Candidate | undefined;
  let isAsked = false;
  return insteadOf(
    () => source,
    async (size) => {
      if (!isAsked && given >= after && last) {
        isAsked = true;
        source = (await goOn(last)) ?? source;
      }
      const got = await source.next(isAsked ? size : Math.min(size, after - given));
      given += got.length;
      last = got.at(-1) ?? last;
      return got;
    },
  );
}
