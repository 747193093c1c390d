import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { type FirebaseHash, foreignPassword, type OwnHash } from '../records/model/foreign-password.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';

export interface UserWithHash extends Readonly<Record<string, unknown>> {
  /** Null for a user without a password. */
  readonly passwordHash: string | FirebaseHash | OwnHash | null;
}

/** One row's end: the new user's id, or the reason why there is none. */
export type ImportedUser = { readonly id: string } | { readonly error: string };

/** Makes users with the hashes that another system has of their passwords, in their order. A row that cannot be made stops no other one. */
export async function importHashes(
  services: Services,
  storage: StorageRow,
  { users, actor }: { users: readonly UserWithHash[]; actor: string },
): Promise<ImportedUser[]> {
  const imported: ImportedUser[] = [];
  for (const user of users) imported.push(await importOne(services, storage, { user, actor }));
  return imported;
}

async function importOne(
  services: Services,
  storage: StorageRow,
  { user: { passwordHash, ...given }, actor }: { user: UserWithHash; actor: string },
): Promise<ImportedUser> {
  try {
    const hash = passwordHash === null ? undefined : foreignPassword(passwordHash);
    if (hash === null) throw invalidField('passwordHash', 'passwordHash is of no known kind, or takes too long to check.');
    if (Object.hasOwn(given, 'password')) throw invalidField('password', 'Send passwordHash or password, not both.');
    const input = { fields: newUserFields(storage, recordInput(given), ''), password: undefined };
    return {
      id: recordOf(
        await writeRecords(services.records, [{ op: 'create', storage, input, ...(hash === undefined ? {} : { hash }), where: '' }], {
          actor,
        }),
      ).id,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { error: error.message };
    throw error;
  }
}
