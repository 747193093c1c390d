import type { ClosedFields } from '../model/closed-fields.ts';
import { limits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { hashPasswords } from '../model/password.ts';
import { recordInput, updateInput } from '../model/record-input.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Access } from '../query/access.ts';
import { preconditionTime } from './preconditions.ts';
import type { RecordWrite, WriteResult } from '../model/record-write.ts';
import { type WriteOptions, writeRecords } from './write-records.ts';
import type { BatchWrite } from './batch-input.ts';

/** The storage of one write of a batch, and the owner whose records it may touch. */
export interface Target {
  readonly storage: StorageRow;
  readonly owner: string | undefined;
  readonly closed: ClosedFields | undefined;
  readonly ifPassword: string | undefined;
  /** Where rules bind the writer. */
  readonly access: Access | undefined;
  /** The fields as the caller may send them. */
  readonly data: unknown;
}

/**
 * Writes over several storages: all of them or, when one is refused, none.
 * @param targets of each write, in their order
 * @throws {ApiError} that names the refused write as in "writes[3]"
 */
export async function runBatch(
  services: RecordServices,
  { writes, targets, options }: { writes: readonly BatchWrite[]; targets: readonly Target[]; options: WriteOptions },
): Promise<WriteResult[]> {
  const checked = writes.map((write, i) => checkedWrite(write, targets[i], `writes[${i}]`));
  const hashes = await hashesOf(checked);
  const hashed = checked.map((write, i) => withHash(write, hashes[i]));
  return writeRecords(services, hashed, options);
}

function checkedWrite(write: BatchWrite, target: Target | undefined, where: string): RecordWrite {
  if (!target) throw new Error(`${where} has no target`);
  const { storage, owner, closed, ifPassword, access, data } = target;
  const common = {
    storage,
    where,
    ...(owner === undefined ? {} : { owner }),
    ...(closed ? { closed } : {}),
    ...(ifPassword === undefined ? {} : { ifPassword }),
    ...(access ? { access: access.writes } : {}),
  };
  if (write.op === 'create') return { ...common, op: 'create', input: recordInput(data, where) };
  if (write.op === 'restore') return { ...common, op: 'restore', id: write.id };
  const conditions = {
    ...(write.ifExists === undefined ? {} : { ifExists: write.ifExists }),
    ...(write.ifUpdatedAt === undefined ? {} : { ifUpdatedAt: preconditionTime(write.ifUpdatedAt, `${where}.ifUpdatedAt`) }),
  };
  if (write.op === 'delete') return { ...common, ...conditions, op: 'delete', id: write.id, permanent: write.permanent };
  return { ...common, ...conditions, op: write.op, id: write.id, input: updateInput(data, where) };
}

/** The storages of a batch are of one project. @throws {ApiError} payload-too-large */
function hashesOf(writes: readonly RecordWrite[]): Promise<readonly (string | undefined)[]> {
  const passwords = writes.map((write) => ('input' in write ? write.input.password : undefined));
  const count = passwords.filter((password) => typeof password === 'string').length;
  if (count > limits.passwordsPerCall)
    throw new ApiError('payload-too-large', `A batch takes at most ${limits.passwordsPerCall} writes with a password.`);
  return hashPasswords(passwords, writes[0]?.storage.data.tenantId ?? '');
}

function withHash(write: RecordWrite, hash: string | undefined): RecordWrite {
  return hash === undefined || !('input' in write) ? write : { ...write, hash };
}
