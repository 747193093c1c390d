import type { StoredFile } from '@bedplate/contract';
import { log } from '../../../config/log.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { remove, type Write } from '../../../store/model/writes.ts';
import { countFiles } from '../../plans/file-quota.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import type { RecordWrite } from '../model/record-write.ts';
import { holderOf, type RecordFiles, settleFiles } from './settle-files.ts';

/**
 * Counts the records' files after the writes against the plan.
 * @returns the writes that count them
 * @throws {ApiError} quota-exceeded
 */
export async function quotaWrites(tx: Transaction, writes: readonly RecordWrite[], records: readonly InFlightRecord[]): Promise<Write[]> {
  const tenantId = records[0]?.storage.data.tenantId; // one commit is one account's
  if (!tenantId) return [];
  const [before, now] = [records.flatMap((record) => filesOf(record.before)), records.flatMap((record) => filesOf(record.now))];
  const reserved = writes.reduce((sum, write) => sum + ('file' in write ? (write.file?.reserved ?? 0) : 0), 0);
  const [kept, taken] = [records.flatMap((record) => record.kept ?? []), records.flatMap((record) => record.takenUp ?? [])];
  const more = { bytes: bytesOf(kept) - bytesOf(taken), files: kept.length - taken.length };
  return countFiles(tx, tenantId, {
    bytes: bytesOf(now) - bytesOf(before) + more.bytes,
    files: now.length - before.length + more.files,
    pending: -reserved,
    kept: more.bytes,
  });
}

/** The files that go, or are hidden or shown, as a record changes. */
export function changedFiles({ storage, key, before, now, kept = [], takenUp = [] }: InFlightRecord): RecordFiles[] {
  const moves = (before.live === null) !== (now.live === null);
  const held = filesOf(now);
  const files = filesOf(before).filter((old) => moves || !held.some(({ path }) => path === old.path));
  const named = [...files, ...takenUp].map(({ path, thumbnails }) => ({ path, ...(thumbnails ? { thumbnails } : {}) }));
  const isHistoric = kept.length > 0 || takenUp.length > 0;
  return named.length > 0 ? [{ storageId: storage.id, key, files: named, ...(isHistoric && { hasHistory: true }) }] : [];
}

/**
 * Hides, shows or removes files after their record has moved to the trash, been restored or deleted.
 * The records are written already, so a failure is no refusal: `sweepFileChanges` finishes the work.
 */
export async function followFiles(services: RecordServices, records: readonly InFlightRecord[], noted: readonly Write[]): Promise<void> {
  if (noted.length === 0) return;
  const changed = records.flatMap((record) =>
    changedFiles(record).map((held) => ({ record: held, holder: { ...holderOf(record.now), kept: record.kept ?? [] } })),
  );
  try {
    await settleFiles(
      services,
      changed.map(({ record }) => record),
      changed.map(({ holder }) => holder),
    );
    await services.store.commit(noted.map(({ path }) => remove(path)));
  } catch (error) {
    log.warn('files.late', { changes: noted.length }, error);
  }
}

function filesOf(state: InFlightRecord['now']): readonly StoredFile[] {
  return holderOf(state).files;
}

function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
