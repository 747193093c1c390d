import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { withoutChanged } from '../records/snapshots/changed-ranges.ts';
import { parseRanges, totalsOf, wholeStorage } from '../records/snapshots/range.ts';
import { backupFolder, writeObject } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';
import { settingsOf } from './storage-settings.ts';

/** Tombstones, by which a deletion is known, live for 7 days; and no error in a part outlives a week. */
const wholeMillis = 6 * 86_400_000;

/** A storage's part of an earlier backup, and the time until which it is right. */
interface Earlier {
  readonly part: BackupPartDocument;
  readonly since: Timestamp;
}

/**
 * Plans what has to be read of a storage: all, once a week; else the ranges in which something has changed. One read for each change. What
 * it takes over from the backup before has to be looked at first.
 * @param begun the storage's part from an earlier beginning of this backup, if there is one
 */
export async function planPart(
  services: Services,
  backup: BackupRow,
  { storage, readTime, begun }: { storage: StorageRow; readTime: Timestamp; begun: BackupPartDocument | null },
): Promise<BackupPartDocument> {
  const earlier = begun ? { part: begun, since: begun.readTime } : await parentOf(services, backup, storage.id);
  const isKept = earlier && earlier.part.wholeAt.toMillis() > readTime.toMillis() - wholeMillis;
  const ranges = isKept
    ? await withoutChanged(services, parseRanges(earlier.part.ranges), { storageId: storage.id, since: earlier.since, readTime })
    : wholeStorage;
  const { projectId, tenantId } = backup.data;
  const settings = await settingsOf(services, storage, readTime);
  return {
    storageName: storage.data.storageName,
    storageKey: storage.data.storageKey,
    readTime,
    wholeAt: isKept ? earlier.part.wholeAt : readTime,
    settings: await writeObject(services.records, {
      folder: backupFolder(tenantId, projectId),
      backupId: backup.id,
      text: JSON.stringify(settings),
      ending: 'json',
    }),
    ranges: JSON.stringify(ranges),
    ...totalsOf(ranges),
    ...(isKept ? checkOf(begun) : {}),
  };
}

/** The state of the look at the backup before, which an earlier beginning may have ended. */
function checkOf(begun: BackupPartDocument | null): Pick<BackupPartDocument, 'checked' | 'isReread'> {
  if (!begun) return { checked: 0 };
  const { checked, isReread } = begun;
  return { ...(checked === undefined ? {} : { checked }), ...(isReread ? { isReread } : {}) };
}

async function parentOf({ store }: Services, { data: { parent } }: BackupRow, storageId: string): Promise<Earlier | null> {
  if (parent === null) return null;
  const [row, part] = await Promise.all([store.backups.get(parent), store.in(backupParts(parent)).get(storageId)]);
  const since = row?.data.currentAt ?? row?.data.readTime;
  return part && since ? { part: part.data, since } : null;
}
