import { type Storage, type StorageChange, type StorageDocument, type StorageInput } from '@bedplate/contract';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { limitedBy, limitsOf } from '../plans/tenant-limits.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { generateEndpoints } from '../endpoints/generated-endpoints.ts';
import { renameStorageOf } from '../endpoints/rename-storage.ts';
import { changedSearchFields, searchFields } from '../search-text/search-fields.ts';
import { holdsUsers } from '../records/model/unique-claims.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { requireNoRecords } from './require-no-records.ts';
import { storageKeyId } from './storage-by-key.ts';

/** Quota, key and storage share a transaction: neither can be exceeded or taken twice. The account's owner owns it. */
export async function createStorage(services: Services, caller: Caller, projectId: string, input: StorageInput): Promise<Storage> {
  await findProject(services, caller, projectId);
  const { tenantId, owner } = accountOf(caller);
  const { storages } = collections(services.db);
  return services.db.runTransaction(async (tx) => {
    const { id, millis } = services.makeId();
    const room = await roomForStorage(services, tx, tenantId, projectId);
    const key = await freeKey(services, tx, projectId, input.storageKey);
    const now = Timestamp.fromMillis(millis);
    const document: StorageDocument<Timestamp> = {
      ...input,
      tenantId,
      projectId,
      userId: owner.uid,
      ownerName: owner.name,
      createdBy: caller.uid,
      archivedAt: null,
      archived: false,
      fields: {},
      shards: ['0'],
      profile: { grams: true },
      createdAt: now,
      updatedAt: now,
    };
    tx.create(storages.doc(id), { ...document, ...searchFields([document.storageName, document.storageKey]) });
    generateEndpoints(services, tx, id, document);
    key.take(id);
    room.fill();
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Data Storage',
      activity: 'Add Storage',
      description: `${caller.name} added the storage ${input.storageName}.`,
    });
    return storageOut(id, document);
  });
}

/** What may be changed about a storage, as it stands now. @throws {ApiError} not-found */
export async function storageSettings(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
): Promise<Storage> {
  const { id, data } = await findStorage(services, caller, path.projectId, path.storageId);
  return storageOut(id, data);
}

/**
 * Changes name, key or soft delete; the id and the records stay. Turning soft delete off leaves the trash as it is.
 * @throws {ApiError} not-found, already-exists; conflict when the key becomes `users`, or was, and there are records
 */
export async function updateStorage(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  change: StorageChange,
): Promise<Storage> {
  const { projectId, storageId } = path;
  await findStorage(services, caller, projectId, storageId);
  const ref = collections(services.db).storages.doc(storageId);
  return services.db.runTransaction(async (tx) => {
    const before = (await tx.get(ref)).data();
    if (!before || before.archived) throw notFound('Storage');
    const newKey = change.storageKey !== undefined && !sameKey(change.storageKey, before.storageKey) ? change.storageKey : undefined;
    const key = newKey === undefined ? undefined : await freeKey(services, tx, projectId, newKey);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<StorageInput>; // without undefined
    const updatedAt = Timestamp.fromMillis(services.clock());
    const after = { ...before, ...given, updatedAt };
    if (holdsUsers(after) !== holdsUsers(before)) await requireNoRecords(services, tx, storageId);
    const renamed = after.storageName !== before.storageName || after.storageKey !== before.storageKey;
    const endpoints = renamed ? await tx.get(collections(services.db).endpoints.where('storageId', '==', storageId)) : null;
    if (key) {
      tx.delete(keyRef(services, projectId, before.storageKey));
      key.take(storageId);
    }
    tx.update(ref, {
      ...given,
      updatedAt,
      ...changedSearchFields([before.storageName, before.storageKey], [after.storageName, after.storageKey]),
    });
    for (const endpoint of endpoints?.docs ?? []) renameStorageOf(tx, endpoint, after);
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Data Storage',
      activity: 'Update Storage',
      description: `${caller.name} changed the storage ${given.storageName ?? before.storageName}.`,
    });
    return storageOut(storageId, after);
  });
}

/** @returns `fill`, which counts one storage more. @throws {ApiError} quota-exceeded when the plan's storages of the project are used up */
export async function roomForStorage(
  services: Services,
  tx: Transaction,
  tenantId: string,
  projectId: string,
): Promise<{ fill: () => void }> {
  const { projects, tenants } = collections(services.db);
  const project = (await tx.get(projects.doc(projectId))).data();
  const tenant = (await tx.get(tenants.doc(tenantId))).data();
  if (!project || !tenant || project.archivedAt !== null) throw notFound('Project');
  const max = limitsOf(tenant).storagesPerProject;
  if (project.counters.storages >= max) {
    throw new ApiError(
      'quota-exceeded',
      `${limitedBy(tenant, 'storagesPerProject')} includes ${max} storages per project. Archive a storage or upgrade the plan.`,
    );
  }
  return { fill: () => void tx.update(projects.doc(projectId), { 'counters.storages': project.counters.storages + 1 }) };
}

/** @returns `take`, which reserves the key. @throws {ApiError} already-exists; letters that differ only in case are the same key */
export async function freeKey(
  services: Services,
  tx: Transaction,
  projectId: string,
  storageKey: string,
): Promise<{ take: (storageId: string) => void }> {
  const ref = keyRef(services, projectId, storageKey);
  if ((await tx.get(ref)).exists) {
    const message = `The storage key "${storageKey}" is already used in this project. Choose another one.`;
    throw new ApiError('already-exists', message, { details: [{ field: 'storageKey', message }] });
  }
  return { take: (storageId) => void tx.create(ref, { scope: `storageKey:${projectId}`, ref: storageId }) };
}

export function keyRef(services: Services, projectId: string, storageKey: string) {
  return collections(services.db).unique.doc(storageKeyId(projectId, storageKey));
}

export function storageOut(id: string, storage: StorageDocument<Timestamp>): Storage {
  return {
    id,
    userId: storage.userId,
    user: { name: storage.ownerName },
    projectId: storage.projectId,
    storageName: storage.storageName,
    storageKey: storage.storageKey,
    is_softDelete: storage.is_softDelete,
    endUserAccess: storage.endUserAccess ?? { read: 'none', write: 'none' },
    createdAt: storage.createdAt.toDate().toISOString(),
    updatedAt: storage.updatedAt.toDate().toISOString(),
  };
}

function sameKey(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
