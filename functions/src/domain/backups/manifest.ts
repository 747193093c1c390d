import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { manifestName } from '../records/snapshots/manifest-name.ts';
import { noteDamage } from '../records/snapshots/note-damage.ts';
import { parseRanges, totalsOf } from '../records/snapshots/range.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';

/** Told to whoever reads the objects without Bedplate: see docs/backups.md. */
export const backupFormat = 'bedplate-backup-1';

/** More than any list has. */
const mostBytes = 64 * 1024 * 1024;

/** The part of the list that is read again. */
const Manifest = z.object({
  format: z.literal(backupFormat),
  id: z.string(),
  storages: z.array(z.object({ settings: z.string(), objects: z.array(z.object({ object: z.string() })) })),
});

/** @returns the storages of a list of objects */
export function listedStorages(parts: readonly (Row<BackupPartDocument> | null)[]) {
  return parts.flatMap((part) => {
    if (!part) return [];
    const { storageName, storageKey, settings, ranges } = part.data;
    const objects = parseRanges(ranges).flatMap(({ object, records, files, bytes }) => (object ? [{ object, records, files, bytes }] : []));
    return [{ id: part.id, storageName, storageKey, settings, ...totalsOf(parseRanges(ranges)), objects }];
  });
}

/**
 * Whether a backup's list of its objects is there; where not, the backup is marked as damaged.
 * @param names the objects that it has to name
 */
export async function isManifestWhole(services: Services, { id, data }: BackupRow, names?: readonly string[]): Promise<boolean> {
  const folder = backupFolder(data.tenantId, data.projectId);
  const manifest = await readManifest(services, folder + manifestName(id));
  const named = manifest?.storages.flatMap(({ settings, objects }) => [settings, ...objects.map(({ object }) => object)]);
  if (manifest?.id === id && (!names || isDeepStrictEqual(named, names))) return true;
  log.error('backups.damaged', { backup: id, object: manifestName(id) });
  await noteDamage(services.records, folder, manifestName(id));
  return false;
}

async function readManifest({ records }: Services, path: string): Promise<z.infer<typeof Manifest> | null> {
  const stored = await records.files.part(path, 0, mostBytes);
  try {
    return Manifest.parse(JSON.parse(stored?.content.toString() ?? ''));
  } catch {
    return null; // it is missing, or is not what was written
  }
}
