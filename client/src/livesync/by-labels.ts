import type { Batch } from './change-log.ts';
import { type ByLabels, joined } from './firestore-source.ts';

/**
 * Follows records by their labels, with listeners for each: of what has it, what was deleted with
 * it, and what has lost it.
 */
export function byLabels(followed: readonly string[]): ByLabels {
  return {
    labels: followed,
    sources: followed.flatMap((label) => (['records', 'deleted', 'departed'] as const).map((name) => ({ name, label }))),
    isGained: ({ labels = [], gained = [] }) =>
      gained.length > 0 && labels.every((label) => !followed.includes(label) || gained.includes(label)),
    together,
  };
}

/**
 * One change arrives with several listeners: as gone with one, and as changed with another whose
 * label the record still has. Firestore tells them one right after another, so they are taken
 * together when all of them are there.
 */
function together(next: (batch: Batch) => void): ReturnType<ByLabels['together']> {
  let waiting: Batch[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const batches = waiting;
    [timer, waiting] = [undefined, []];
    next(joined(batches));
  };
  return {
    take(batch) {
      waiting.push(batch);
      timer ??= setTimeout(tell, 0);
    },
    stop: () => clearTimeout(timer),
  };
}
