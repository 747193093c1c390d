import type { Services } from '../../services/services.ts';
import { collection, type CollectionPath, documentPath } from '../../store/model/collection.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Condition } from '../../store/model/query-spec.ts';
import { remove, set, type Write } from '../../store/model/writes.ts';

interface Purge {
  readonly tenantId: string;
  /** When it is a sweep's turn. */
  readonly dueAt: Timestamp;
}

/** purges/{storageId}: a storage that is deleted for good, until nothing of it is left. Decision 048. */
export interface StoragePurge extends Purge {
  readonly kind?: never;
  readonly projectId: string;
  readonly storageKey: string;
}

/** purges/{tenantId}: an account that is deleted for good, with what leads to its documents that do not name it. Decision 060. */
export interface AccountPurge extends Purge {
  readonly kind: 'account';
  readonly createdAt: Timestamp;
  readonly projectIds: readonly string[];
  readonly keyIds: readonly string[];
  /** Of its people, whose mails go. */
  readonly addresses: readonly string[];
}

/** archivePurges/{tenantId}: what the account's mails have announced, by the id of a project or storage, with the time of the mail. */
export interface ArchivePurge {
  readonly told: Readonly<Record<string, Timestamp>>;
}

const archivePurges = collection<ArchivePurge>('archivePurges');
/** Of storages and accounts; a storage's id is no account's. */
export const purges = collection<StoragePurge | AccountPurge>('purges');

export const archivePurgePath = (tenantId: string) => archivePurges.path(tenantId);
export const pageSize = 100;
export const patienceMillis = 2 * 60_000;
export const purgePath = (storageId: string) => documentPath<StoragePurge>(purges.path(storageId));
export const accountPurgePath = (tenantId: string) => documentPath<AccountPurge>(purges.path(tenantId));

/** The write that lets everything of a storage go, for the commit that removes the storage itself. */
export function purgeWrite(
  { clock }: Pick<Services, 'clock'>,
  storageId: string,
  { tenantId, projectId, storageKey }: Pick<StoragePurge, 'tenantId' | 'projectId' | 'storageKey'>,
): Write {
  const dueAt = Timestamp.fromMillis(clock() + patienceMillis);
  return set(purgePath(storageId), { tenantId, projectId, storageKey, dueAt } satisfies StoragePurge);
}

/** Removes what a query finds, page by page. @returns whether nothing is left */
export async function removeAll(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  from: CollectionPath,
  { where, until }: { where: readonly Condition[]; until: number },
): Promise<boolean> {
  for (;;) {
    const { rows } = await store.query({ from, where, limit: pageSize });
    if (rows.length === 0) return true;
    if (clock() >= until) return false;
    await store.commit(rows.map(({ path }) => remove(path)));
  }
}

/** Removes all files of a folder. @returns whether none is left */
export async function removeFolder(
  { records: { files }, clock }: Pick<Services, 'records' | 'clock'>,
  folder: string,
  until: number,
): Promise<boolean> {
  // The first page again and again: each is gone before the next is asked for.
  for (;;) {
    const { paths, next } = await files.list(folder, null);
    await Promise.all(paths.map((path) => files.remove({ path })));
    if (next === null) return true;
    if (clock() >= until) return false;
  }
}
