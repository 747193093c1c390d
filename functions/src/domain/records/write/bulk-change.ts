import type { ErrorCode } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { RecordWrite } from '../model/record-write.ts';
import { writeRecords } from './write-records.ts';

export type BulkAction = 'delete' | 'restore' | 'purge';

export interface BulkChange {
  /** How many records were changed. */
  readonly done: number;
  /** A record that is gone, or that cannot be restored because another record has its username. */
  readonly failed: { id: string; code: ErrorCode; message: string }[];
}

/** Records of one commit. */
const chunk = 100;

/** Deletes, restores or purges many records. A record that is refused stops none of the others. */
export async function bulkChange(
  services: RecordServices,
  storage: StorageRow,
  { action, ids, ...author }: Actor & { readonly action: BulkAction; readonly ids: readonly string[] },
): Promise<BulkChange> {
  return changeEach(
    services,
    [...new Set(ids)].map((id) => writeOf(action, storage, id)),
    author,
  );
}

/** Applies writes of single records, many in a commit. One that is refused stops none of the others. */
export async function changeEach(services: RecordServices, writes: readonly BulkWrite[], author: Actor): Promise<BulkChange> {
  const failed: BulkChange['failed'] = [];
  for (let i = 0; i < writes.length; i += chunk) failed.push(...(await apply(services, writes.slice(i, i + chunk), author)));
  return { done: writes.length - failed.length, failed };
}

export type BulkWrite = Extract<RecordWrite, { op: 'delete' | 'restore' }>;

function writeOf(action: BulkAction, storage: StorageRow, id: string): BulkWrite {
  const common = { storage, id, where: '' };
  return action === 'restore' ? { ...common, op: 'restore' } : { ...common, op: 'delete', permanent: action === 'purge' };
}

/** Halves a refused commit, which is all or nothing, until only the record that causes the refusal is left out. */
async function apply(services: RecordServices, writes: readonly BulkWrite[], author: Actor): Promise<BulkChange['failed']> {
  try {
    await writeRecords(services, writes, author);
    return [];
  } catch (error) {
    if (!isOfOneRecord(error)) throw error;
    const [first, ...others] = writes;
    if (first && others.length === 0) return [{ id: first.id, code: error.code, message: error.message }];
    const half = Math.ceil(writes.length / 2);
    return [...(await apply(services, writes.slice(0, half), author)), ...(await apply(services, writes.slice(half), author))];
  }
}

function isOfOneRecord(error: unknown): error is ApiError {
  return error instanceof ApiError && ['not-found', 'conflict', 'already-exists', 'payload-too-large'].includes(error.code);
}
