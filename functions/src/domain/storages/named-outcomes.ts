import type { Services } from '../../services/services.ts';
import { type AskingKey, authorNames } from './author-names.ts';
import type { UndoOutcome } from './undo-in-project.ts';

/** Names who changed since what an undo would leave alone. The reads are those of `authorNames`. */
export async function namedOutcomes(
  services: Pick<Services, 'store' | 'records'>,
  place: { readonly tenantId: string; readonly projectId: string },
  { outcomes, key }: { outcomes: readonly UndoOutcome[]; key?: AskingKey },
): Promise<UndoOutcome[]> {
  const conflicts = outcomes.flatMap((outcome) => ('samples' in outcome ? outcome.samples.flatMap((sample) => sample.conflicts) : []));
  const named = await authorNames(services, place, { authors: conflicts.map(({ author }) => author ?? null), key });
  return outcomes.map((outcome) => {
    if (!('samples' in outcome)) return outcome;
    const samples = outcome.samples.map((sample) => ({
      ...sample,
      conflicts: sample.conflicts.map(({ author, ...conflict }) => ({ ...conflict, ...(author && { author: named(author) }) })),
    }));
    return { ...outcome, samples };
  });
}
