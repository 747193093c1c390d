import { type CollectionPath, collectionPath } from '../../store/model/collection.ts';
import type { StoredFile } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import {
  appDeletions,
  appInvitations,
  appSessions,
  appUserTokens,
  beforeJob,
  deliveries,
  endpoints,
  fileUsage,
  hooks,
  recordCounts,
  recordJobs,
  signInChallenges,
  unique,
} from '../../store/collections.ts';
import { increment, Timestamp } from '../../store/model/values.ts';
import type { FieldCondition } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import { remove, update, type Write } from '../../store/model/writes.ts';
import { storageKeyId } from '../storages/storage-by-key.ts';
import { pageSize, patienceMillis, purgePath, removeAll, removeFolder, type StoragePurge } from './purges.ts';
import { openToken } from '../webhooks/secrets.ts';

/** The parts of any document below a storage that its deletion needs. */
interface Below {
  files?: Record<string, StoredFile>;
}

/** Collections below a storage. */
const below = [
  'records',
  'deleted',
  'departed',
  'private',
  'accounts',
  'imports',
  'schemas',
  'grants',
  'numbers',
  'totals',
  'history',
  'views',
  'mails',
  'teams',
  'keptFiles',
] as const;
const inCallMillis = 5_000;

/** Removes after the commit what a call has time for; the sweep does the rest. */
export async function purgeNow(services: Services, storageIds: readonly string[]): Promise<void> {
  const until = services.clock() + inCallMillis;
  for (const id of storageIds) {
    const row = await services.store.get(purgePath(id));
    if (row && services.clock() < until) await purgeStorage(services, row, until);
  }
}

/** Each step may be done again: what is removed is found no more. */
export async function purgeStorage(services: Services, row: Row<StoragePurge>, until: number): Promise<void> {
  const storageId = row.id;
  try {
    if ((await isEmptied(services, row, until)) && (await withoutFiles(services, row, until))) {
      return void (await services.store.commit([...(await outsideOf(services, row)), remove(row.path)]));
    }
  } catch (error) {
    log.warn('storages.purge-late', { storageId }, error);
  }
  // A large one goes on behind the others, and so does one that fails.
  await services.store.commit([update(row.path, { dueAt: Timestamp.fromMillis(services.clock() + patienceMillis) })]);
}

/** @returns whether there was time for all of it */
async function isEmptied(services: Services, row: Row<StoragePurge>, until: number): Promise<boolean> {
  for (const name of below) if (!(await emptied(services, { row, name, until }))) return false;
  return forgotten(services, row.id, until);
}

/** @returns whether nothing is left in the collection */
async function emptied(
  services: Services,
  { row: { id, data }, name, until }: { row: Row<StoragePurge>; name: string; until: number },
): Promise<boolean> {
  for (;;) {
    const { rows } = await services.store.query({ from: collectionPath<Below>(`storages/${id}/${name}`), limit: pageSize });
    if (rows.length === 0) return true;
    if (services.clock() >= until) return false;
    const isKept = name === 'keptFiles';
    const holds = name === 'records' || name === 'deleted' || isKept;
    const files = holds ? rows.flatMap((row) => Object.values(row.data.files ?? {})) : [];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await services.store.commit([
      ...rows.map(({ path }) => remove(path)),
      ...(files.length > 0
        ? [
            fileUsage.merge(data.tenantId, {
              bytes: increment(-bytes),
              files: increment(-files.length),
              ...(isKept && { kept: increment(-bytes) }),
            }),
          ]
        : []),
    ]);
  }
}

/** Removes jobs, deliveries, which hold its records, the sessions and codes of its app users, and its records' claims. @returns whether nothing is left */
async function forgotten(services: Services, storageId: string, until: number): Promise<boolean> {
  const own = await services.store.endpoints.query({ where: [['storageId', '==', storageId]], select: [] });
  if (!(await withoutJobs(services, storageId, until))) return false;
  const held: [CollectionPath, FieldCondition][] = [
    ...own.rows.map(({ id }): [CollectionPath, FieldCondition] => [deliveries.name, ['endpointId', '==', id]]),
    [appSessions.name, ['storageId', '==', storageId]],
    [appUserTokens.name, ['storageId', '==', storageId]],
    [appInvitations.name, ['storageId', '==', storageId]],
    [appDeletions.name, ['storageId', '==', storageId]],
    [signInChallenges.name, ['storageId', '==', storageId]],
    [unique.name, ['scope', '==', storageId]],
  ];
  for (const [from, condition] of held) if (!(await removeAll(services, from, { where: [condition], until }))) return false;
  return true;
}

/** The values that jobs replaced lie below them. @returns whether nothing is left */
async function withoutJobs(services: Services, storageId: string, until: number): Promise<boolean> {
  await leaveSharedJobs(services, storageId);
  for (;;) {
    const { rows } = await services.store.recordJobs.query({ where: [['storageId', '==', storageId]], limit: pageSize, select: [] });
    if (rows.length === 0) return true;
    for (const { id } of rows) {
      if (!(await removeAll(services, beforeJob(id).name, { where: [], until }))) return false;
      await services.store.commit([recordJobs.remove(id)]);
    }
  }
}

/** Work in several storages goes on in the others. */
async function leaveSharedJobs({ store }: Services, storageId: string): Promise<void> {
  const { rows } = await store.recordJobs.query({ where: [['storageIds', 'array-contains', storageId]], select: [] });
  for (const { id } of rows)
    await store.transaction(async (tx) => {
      const found = await tx.recordJobs.get(id);
      const storages = (found?.data.storages ?? []).filter((storage) => storage.storageId !== storageId);
      if (!found) return;
      if (storages.length === 0) tx.write(recordJobs.remove(id));
      else tx.write(recordJobs.update(id, { storages, storageIds: storages.map((storage) => storage.storageId) }));
    });
}

/** @returns whether none is left */
async function withoutFiles(services: Services, { id, data }: Row<StoragePurge>, until: number): Promise<boolean> {
  const folder = `tenants/${data.tenantId}/${data.projectId}/${id}/`;
  for (const place of [folder, `thumbnails/${folder}`]) if (!(await removeFolder(services, place, until))) return false;
  return true;
}

/** The count of its records, its endpoints with their addresses, and its key, if that still is its own. */
async function outsideOf(services: Services, { id, data }: Row<StoragePurge>): Promise<Write[]> {
  const keyId = storageKeyId(data.projectId, data.storageKey);
  const [own, key] = await Promise.all([
    services.store.endpoints.query({ where: [['storageId', '==', id]] }),
    services.store.unique.get(keyId),
  ]);
  return [
    ...own.rows.map((row) => endpoints.remove(row.id)),
    ...own.rows.flatMap((row) =>
      row.data.tokenCipher ? [hooks.remove(sha256(openToken(services.config, row.id, row.data.tokenCipher)))] : [],
    ),
    recordCounts.remove(id),
    ...(key?.data.ref === id ? [unique.remove(keyId)] : []),
  ];
}
