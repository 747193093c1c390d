import { log } from '../../config/log.ts';
import { inTurns } from '../../runtime/in-turns.ts';
import type { Services } from '../../services/services.ts';
import { backupParts, backups } from '../../store/collections.ts';
import type { BackupDocument, BackupPartDocument } from '../../store/documents/backup-documents.ts';
import { isFailedPrecondition } from '../../store/model/firestore-errors.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import { isRead, parseRanges, totalsOf } from '../records/snapshots/range.ts';
import { readRange } from '../records/snapshots/read-range.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import { begunBackup, storageAt } from './begin-backup.ts';
import { checkedPart, isUnchecked } from './check-parent.ts';
import type { BackupRow } from './find-backups.ts';
import { finishedBackup } from './finish-backup.ts';
import { planPart } from './plan-part.ts';

/** A run that dies is followed after this; a step takes less. */
const leaseMillis = 2 * 60_000;
/** After a step that failed. */
const pauseMillis = 60_000;
/** One backup does not keep those of others waiting. */
const turnMillis = 20_000;
/** Of those that wait at a time. */
const looked = 500;
/** A backup that does not come to its end in a day has failed. */
const longestMillis = 24 * 3600_000;

/**
 * Works on all backups that are asked for, in turns. What a killed run has not noted, the next one does again, with the same result.
 * @param until milliseconds since the epoch after which no further step is begun
 */
export async function runBackups(services: Services, until: number): Promise<void> {
  const { rows } = await services.store.backups.query({ where: [['state', '==', 'running']], limit: looked, select: [] });
  await inTurns(
    rows.map(({ id }) => id),
    { now: services.clock, until },
    async (id) => (await workOnBackup(services, id, Math.min(until, services.clock() + turnMillis))) === 'goes on',
  );
}

/** Works on one backup, for whoever waits for it. @returns whether there is more to do now */
export async function workOnBackup(services: Services, id: string, until: number): Promise<'goes on' | 'ends'> {
  let backup = await claim(services, id);
  try {
    while (backup && backup.data.state === 'running' && services.clock() < until) {
      const step = await nextStep(services, backup);
      backup = await note(services, backup, step);
    }
  } catch (error) {
    if (backup) await release(services, backup, error);
    return 'ends';
  }
  if (!backup || backup.data.state !== 'running') return 'ends';
  await note(services, backup, { changes: {}, leaseUntil: null });
  return 'goes on';
}

/** The changes of a step, in the backup and beside it. */
interface Step {
  readonly changes: Partial<BackupDocument>;
  readonly writes?: readonly Write[];
}

async function nextStep(services: Services, backup: BackupRow): Promise<Step> {
  const { projectId, tenantId, readTime, storages, read } = backup.data;
  if (readTime === null) {
    const project = await services.store.projects.get(projectId);
    if (!project || project.data.archivedAt !== null) return gone(services);
    return { changes: await begunBackup(services, backup) };
  }
  const storageId = storages[read];
  if (storageId === undefined) return { changes: await finishedBackup(services, backup, readTime) };
  const stored = (await services.store.in(backupParts(backup.id)).get(storageId))?.data ?? null;
  if (!stored?.readTime.isEqual(readTime)) {
    const storage = await storageAt(services, storageId, readTime);
    if (!storage) return { changes: { read: read + 1 } };
    const part = await planPart(services, backup, { storage, readTime, begun: stored });
    return noted(backup, storageId, isUnchecked(part) ? await checkedPart(services, backup, { storageId, part }) : part);
  }
  if (isUnchecked(stored)) return noted(backup, storageId, await checkedPart(services, backup, { storageId, part: stored }));
  const ranges = parseRanges(stored.ranges);
  const at = ranges.findIndex((range) => !isRead(range));
  const range = ranges[at];
  if (!range) return { changes: { read: read + 1 } };
  const folder = backupFolder(tenantId, projectId);
  ranges.splice(at, 1, ...(await readRange(services.records, range, { storageId, readTime, folder, backupId: backup.id })));
  return noted(backup, storageId, { ...stored, ranges: JSON.stringify(ranges), ...totalsOf(ranges) });
}

/** A storage without anything left to read is done in the same step. */
function noted({ id, data }: BackupRow, storageId: string, part: BackupPartDocument): Step {
  const isDone = !isUnchecked(part) && parseRanges(part.ranges).every(isRead);
  return { changes: isDone ? { read: data.read + 1 } : {}, writes: [backupParts(id).set(storageId, part)] };
}

/** A project that is gone or in the archive has nothing to back up. */
function gone({ clock }: Services): Step {
  const now = Timestamp.fromMillis(clock());
  return { changes: { state: 'failed', failure: 'The project is not there any more.', finishedAt: now, expiresAt: now } };
}

/** Two runs at once do not work on the same backup. */
function claim({ store, clock }: Services, id: string): Promise<BackupRow | null> {
  return store.transaction(async (tx) => {
    const found = await tx.backups.get(id);
    const isFree = [found?.data.leaseUntil, found?.data.notBefore].every((time) => (time?.toMillis() ?? 0) <= clock());
    if (!found || found.data.state !== 'running' || !isFree) return null;
    const leaseUntil = Timestamp.fromMillis(clock() + leaseMillis);
    tx.write(backups.update(id, { leaseUntil }));
    return { ...found, data: { ...found.data, leaseUntil } };
  });
}

/** Stores a step, unless another run has taken the backup over. @returns the backup after it */
function note(
  { store, clock }: Services,
  backup: BackupRow,
  { changes, writes = [], leaseUntil = Timestamp.fromMillis(clock() + leaseMillis) }: Step & { readonly leaseUntil?: Timestamp | null },
): Promise<BackupRow | null> {
  return store.transaction(async (tx) => {
    const found = await tx.backups.get(backup.id);
    if (!found || !holds(found.data, backup)) return null;
    const isOver = changes.state !== undefined;
    const all = { ...changes, leaseUntil: isOver ? null : leaseUntil };
    tx.write(backups.update(backup.id, all), ...writes);
    return { ...found, data: { ...found.data, ...all } };
  });
}

/** Tries again after a pause; begins again where the database does not remember the moment any more. */
async function release({ store, clock }: Services, backup: BackupRow, error: unknown): Promise<void> {
  const isForgotten = isFailedPrecondition(error);
  log.error('backup.failed', { backup: backup.id, isForgotten }, error);
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  await store.transaction(async (tx) => {
    const found = await tx.backups.get(backup.id);
    if (!found || !holds(found.data, backup)) return;
    const now = clock();
    const isOver = now > found.data.createdAt.toMillis() + longestMillis;
    tx.write(
      backups.update(backup.id, {
        failure,
        leaseUntil: null,
        ...(isForgotten ? { readTime: null } : { notBefore: Timestamp.fromMillis(now + pauseMillis) }),
        ...(isOver ? { state: 'failed', finishedAt: Timestamp.fromMillis(now) } : {}),
      }),
    );
  });
}

function holds({ leaseUntil }: BackupDocument, { data }: BackupRow): boolean {
  return leaseUntil !== null && data.leaseUntil !== null && leaseUntil.isEqual(data.leaseUntil);
}
