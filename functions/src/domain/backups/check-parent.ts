import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import { eachAtOnce } from '../records/jobs/each-at-once.ts';
import { parseRanges, wholeStorage } from '../records/snapshots/range.ts';
import { backupFolder, DamagedObjectError, readObject } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';

/** In a step, which has to end well within its lease. */
export const perStep = 100;
/** Some 30 MiB in memory. */
const atOnce = 3;

/** @returns whether a part shares objects that have not been looked at yet */
export function isUnchecked({ checked }: BackupPartDocument): boolean {
  return checked !== undefined;
}

/**
 * Looks at the next objects of the backup before. What is shared with a damaged one would be damaged as well, so a part with such an object
 * is read whole again. One read.
 * @returns the part after it
 */
export async function checkedPart(
  services: Services,
  backup: BackupRow,
  { storageId, part }: { storageId: string; part: BackupPartDocument },
): Promise<BackupPartDocument> {
  const { checked = 0, ...rest } = part;
  const { parent, tenantId, projectId } = backup.data;
  const all = parent === null ? [] : await objectsOf(services, parent, storageId);
  const damaged = await damagedOf(services, backupFolder(tenantId, projectId), all.slice(checked, checked + perStep));
  if (damaged) {
    log.error('backups.damaged', { backup: parent, readWhole: storageId }, damaged);
    return { ...rest, wholeAt: rest.readTime, ranges: JSON.stringify(wholeStorage), isReread: true, records: 0, files: 0, bytes: 0 };
  }
  return checked + perStep < all.length ? { ...rest, checked: checked + perStep } : rest;
}

/** @returns the names of all objects of a storage's part, its settings first */
export async function objectsOf({ store }: Services, backupId: string, storageId: string): Promise<string[]> {
  const part = await store.in(backupParts(backupId)).get(storageId);
  return part ? [part.data.settings, ...parseRanges(part.data.ranges).flatMap(({ object }) => object ?? [])] : [];
}

/** @returns the first of the objects that is missing or is not what was written */
export async function damagedOf({ records }: Services, folder: string, names: readonly string[]): Promise<DamagedObjectError | undefined> {
  const found = await eachAtOnce(names, atOnce, (name) => damageOf(() => readObject(records, folder, name)));
  return found.find((error) => error !== undefined);
}

async function damageOf(read: () => Promise<unknown>): Promise<DamagedObjectError | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof DamagedObjectError) return error;
    throw error;
  }
}
