import type { StoredFile } from '@bedplate/contract';
import type { Transaction } from '../../store/transaction.ts';
import type { Write } from '../../store/writes.ts';
import { countFiles } from '../files/file-quota.ts';
import type { RecordServices } from '../records/record-services.ts';
import type { Cell } from './cells.ts';
import type { RecordWrite } from './record-write.ts';

/**
 * What the records' files take of the plan after the writes.
 * @returns the writes that count it @throws {ApiError} quota-exceeded
 */
export async function quotaWrites(tx: Transaction, writes: readonly RecordWrite[], cells: readonly Cell[]): Promise<Write[]> {
  const tenantId = cells[0]?.storage.data.tenantId; // one commit is one account's
  if (!tenantId) return [];
  const [before, now] = [cells.flatMap((cell) => filesOf(cell.before)), cells.flatMap((cell) => filesOf(cell.now))];
  const reserved = writes.reduce((sum, write) => sum + ('file' in write ? (write.file?.reserved ?? 0) : 0), 0);
  return countFiles(tx, tenantId, { bytes: bytesOf(now) - bytesOf(before), files: now.length - before.length, pending: -reserved });
}

/** Files go with their record: hidden in the trash, back with a restore, gone when nothing holds them. */
export async function followFiles(services: RecordServices, cells: readonly Cell[]): Promise<void> {
  await Promise.all(
    cells.flatMap(({ before, now }) => {
      const kept = filesOf(now);
      const gone = filesOf(before).filter((old) => !kept.some(({ path }) => path === old.path));
      const moved =
        (before.live === null) !== (now.live === null) ? kept.filter((file) => filesOf(before).some(({ path }) => path === file.path)) : [];
      return [...gone.map((file) => services.files.remove(file)), ...moved.map((file) => services.files.share(file, now.live !== null))];
    }),
  );
}

function filesOf({ live, deleted }: Cell['now']): StoredFile[] {
  return Object.values((live ?? deleted)?.files ?? {});
}

function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
