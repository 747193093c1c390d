import { type Condition, documentId } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import type { Collection, Plan, Planning } from './planning.ts';
import { inMemory } from './source.ts';
import { readsPerRequest, tooBroad } from './budget.ts';

/** Reads all that the sets find, keeps what matches, and sorts it: for few records in another order than the index's. */
export async function collect(planning: Planning, collection: Collection): Promise<Plan> {
  const byId = new Map<string, Candidate>();
  for (const where of collection.sets) {
    if (where.some((condition) => isEmptyList(condition))) continue;
    const found = await readAll(planning, where, Math.min(readsPerRequest, planning.reader.left));
    if (!found) throw tooBroad('sorted');
    for (const candidate of found) byId.set(candidate.id, candidate);
  }
  return sortedInMemory(planning, collection, [...byId.values()]);
}

/** The same for one set of no more than `most` records. @returns undefined when there are more */
export async function collectUpTo(planning: Planning, collection: Collection, most: number): Promise<Plan | undefined> {
  const [where = []] = collection.sets;
  const found = await readAll(planning, where, Math.min(most, planning.reader.left));
  if (!found) planning.reader.forget(most + 1);
  return found && sortedInMemory(planning, collection, found);
}

async function readAll({ reader, storage, order }: Planning, where: readonly Condition[], most: number): Promise<Candidate[] | undefined> {
  const isByKey = !where.some(
    (condition) => Array.isArray(condition) && condition[1] !== '==' && condition[1] !== 'in' && condition[0] !== documentId,
  );
  const { rows } = await reader.query({
    from: recordsPath(storage.id),
    where,
    ...(isByKey ? { orderBy: [[documentId, 'asc']] } : {}),
    limit: most + 1,
    select: order.select,
  });
  return rows.length > most ? undefined : rows.map(candidateOf);
}

function sortedInMemory(planning: Planning, { path, covers }: Collection, candidates: readonly Candidate[]): Plan {
  const { order } = planning;
  const sorted = candidates
    .filter(planning.matches)
    .map((candidate) => ({ candidate, position: order.positionOf(candidate) }))
    .sort((a, b) => order.compare(a.position, b.position));
  return {
    path,
    dense: true,
    ...(covers && { covers }),
    skips: true,
    total: sorted.length,
    open: (from, offset) => {
      const start = from ? sorted.findIndex(({ position }) => order.compare(position, from) > 0) : 0;
      return inMemory(start < 0 ? [] : sorted.slice(start + offset).map(({ candidate }) => candidate));
    },
  };
}

function isEmptyList(condition: Condition): boolean {
  return Array.isArray(condition) && Array.isArray(condition[2]) && condition[2].length === 0;
}
