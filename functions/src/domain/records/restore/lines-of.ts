import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { withoutErased } from '../erasure/erased-within.ts';
import type { Range } from '../snapshots/range.ts';
import { parseLine, type RecordLine } from '../snapshots/record-line.ts';
import { readObject } from '../snapshots/segment.ts';
import { linesWhere } from './lines-where.ts';
import type { RestoreInput } from './restore-input.ts';

/** The one place that reads records of a backup to bring them back. What was erased for good stays away. */
export async function linesOf(
  services: RecordServices,
  storage: StorageRow,
  { input: { folder, from, ids, where }, range: { object } }: { input: RestoreInput; range: Range },
): Promise<readonly RecordLine[]> {
  if (!object) return [];
  const all = (await readObject(services, folder, object)).split('\n').filter(Boolean).map(parseLine);
  const isMeant = where === null ? ({ key, id }: RecordLine) => ids?.includes(id ?? key) ?? true : linesWhere(storage, where);
  const lines = all.filter(isMeant);
  return withoutErased(services, from, lines);
}
