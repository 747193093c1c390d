import type { RecordServices } from '../../../services/record-services.ts';
import { withoutErased } from '../erasure/erased-within.ts';
import type { Range } from '../snapshots/range.ts';
import { parseLine, type RecordLine } from '../snapshots/record-line.ts';
import { readObject } from '../snapshots/segment.ts';
import type { RestoreInput } from './restore-input.ts';

/** The one place that reads records of a backup to bring them back. What was erased for good stays away. */
export async function linesOf(
  services: RecordServices,
  { folder, from, ids }: RestoreInput,
  { object }: Range,
): Promise<readonly RecordLine[]> {
  if (!object) return [];
  const all = (await readObject(services, folder, object)).split('\n').filter(Boolean).map(parseLine);
  const lines = ids ? all.filter(({ key, id }) => ids.includes(id ?? key)) : all;
  return withoutErased(services, from, lines);
}
