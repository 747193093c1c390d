import { decodeFields, type Json } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { records } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { logActivity } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { exportedPassword, type FirebaseHash, type OwnHash } from '../records/model/foreign-password.ts';
import { privatePath } from '../records/model/paths.ts';
import { isUserStorage } from '../records/model/user-storage.ts';

const perPage = 100;

/** A user as `import-hashes` takes one. */
export type ExportedUser = Record<string, Json | OwnHash | FirebaseHash>;

export interface UsersPage extends Record<string, unknown> {
  readonly data: ExportedUser[];
  /** `after` of the next page; null on the last one. */
  readonly next: string | null;
}

interface Asked {
  readonly path: { readonly projectId: string; readonly storageId: string };
  /** The name of the storage, as it was typed: whoever has the hashes can guess passwords. */
  readonly typed: string;
  readonly after?: string | undefined;
}

/**
 * A page of the users of a storage with the hashes of their passwords, to take them elsewhere. Each page is a row of the activity log.
 * @throws {ApiError} not-found also for a storage without users; invalid-argument for another name
 */
export async function exportHashes(services: Services, caller: Caller, { path, typed, after }: Asked): Promise<UsersPage> {
  const storage = await findStorage(services, { caller, ...path });
  if (!isUserStorage(storage)) throw notFound('Storage');
  if (typed.trim() !== storage.data.storageName.trim()) throw new ApiError('invalid-argument', say('nameDiffers'), { field: 'name' });
  const { store } = services;
  const { rows } = await store.in(records(storage.id)).query({
    orderBy: [[documentId, 'asc']],
    ...(after === undefined ? {} : { startAfter: [after] }),
    limit: perPage + 1,
  });
  const shown = rows.slice(0, perPage);
  const secrets = await store.getAll(shown.map(({ id }) => privatePath(storage.id, id)));
  await logActivity(services, {
    ...actorOf(caller),
    projectId: storage.data.projectId,
    module: 'Storage Data',
    activity: 'Download Storage Data',
    kind: 'usersExported',
    values: { who: caller.name, name: storage.data.storageName, count: shown.length },
  });
  return {
    data: shown.map(({ data }, i) => ({ ...decodeFields(data.data), passwordHash: exportedPassword(secrets[i]?.data.password) })),
    next: rows.length > perPage ? (shown.at(-1)?.id ?? null) : null,
  };
}
