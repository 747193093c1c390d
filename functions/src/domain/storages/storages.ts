import {
  EndUserAccess,
  PasswordRules,
  type Storage,
  StorageChange,
  type StorageDocument,
  type StorageInput,
  usualReadOnlyFields,
  usualTrashDays,
  withMergedLists,
} from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { projects, storages, unique } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { limitReached, limitsOf } from '../plans/tenant-limits.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { check } from '../../validation/check.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { generatedEndpoints, withStorageName } from '../endpoints/generated-endpoints.ts';
import { changedSearchFields, searchFields } from '../search-text/search-fields.ts';
import { holdsUsers } from '../records/model/user-storage.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { countTrash, requireNoTrash } from './count-trash.ts';
import { requireNoRecords } from './require-no-records.ts';
import { checkFactorRule, checkSignIn, shownSignIn, storedSignIn } from './sign-in-settings.ts';
import { storageKeyId } from './storage-by-key.ts';

/** Without what is only said with a change. */
type OwnChange = Omit<StorageChange, 'keepTrash' | 'seen'>;

/** Quota, key and storage share a transaction: neither can be exceeded or taken twice. The account's owner owns it. */
export async function createStorage(
  services: Services,
  { caller, projectId, input }: { caller: Caller; projectId: string; input: StorageInput },
): Promise<Storage> {
  if (input.signIn) checkSignIn(input.signIn);
  await findProject(services, caller, projectId);
  const { tenantId, owner } = accountOf(caller);
  return services.store.transaction(async (tx) => {
    const { id, millis } = services.makeId();
    const room = await roomForStorage(tx, { tenantId, projectId });
    const key = await freeKey(tx, { projectId, storageKey: input.storageKey });
    const now = Timestamp.fromMillis(millis);
    const document: StorageDocument<Timestamp> = {
      ...input,
      ...(input.signIn ? { signIn: storedSignIn(services, id, { given: input.signIn, before: {} }) } : {}),
      tenantId,
      projectId,
      userId: owner.uid,
      ownerName: owner.name,
      createdBy: caller.uid,
      archivedAt: null,
      archived: false,
      fields: {},
      shards: ['0'],
      indexForm: 2,
      profile: { grams: true },
      createdAt: now,
      updatedAt: now,
    };
    checkFactorRule({ id, data: document });
    tx.write(
      storages.create(id, { ...document, ...searchFields([document.storageName, document.storageKey]) }),
      ...generatedEndpoints(services, id, document),
      key.take(id),
      room.fill,
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Data Storage',
        activity: 'Add Storage',
        kind: 'storageAdded',
        values: { who: caller.name, name: input.storageName },
      }),
    );
    return storageOut(id, document);
  });
}

/**
 * The settings of a storage that may be changed.
 * @throws {ApiError} not-found
 */
export async function storageSettings(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
): Promise<Storage> {
  const { id, data } = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  return { ...storageOut(id, data), trashed: await countTrash(services.store, id) };
}

/**
 * Changes name, key or soft delete; the id and the records stay. Turning soft delete off leaves the trash as it is, so whoever does it
 * says that they know of it.
 * @throws {ApiError} not-found, already-exists; conflict when the key becomes `users`, or was, and there are records; and for a trash
 * that nobody has spoken of
 */
export async function updateStorage(
  services: Services,
  { caller, path, change }: { caller: Caller; path: { projectId: string; storageId: string }; change: StorageChange },
): Promise<Storage> {
  const { projectId, storageId } = path;
  const { keepTrash, seen, ...wanted } = change;
  const { data: found } = await findStorage(services, { caller, projectId, storageId });
  if (found.is_softDelete && wanted.is_softDelete === false && !keepTrash) await requireNoTrash(services.store, storageId);
  return services.store.transaction(async (tx) => {
    const before = (await tx.storages.get(storageId))?.data;
    if (!before || before.archived) throw notFound('Storage');
    const newKey = wanted.storageKey !== undefined && !sameKey(wanted.storageKey, before.storageKey) ? wanted.storageKey : undefined;
    const key = newKey === undefined ? undefined : await freeKey(tx, { projectId, storageKey: newKey });
    const asked = withKeptParts(before, seen ? withOthers(before, wanted, seen) : wanted);
    const signIn = asked.signIn && storedSignIn(services, storageId, { given: asked.signIn, before: before.signIn ?? {} });
    const given = { ...asked, signIn };
    if (!signIn) delete given.signIn;
    if (before.access) refuseAccess(before, asked);
    const updatedAt = Timestamp.fromMillis(services.clock());
    const after = { ...before, ...given, updatedAt };
    if (given.signIn || given.endUserAccess) checkFactorRule({ id: storageId, data: after });
    if (holdsUsers(after) !== holdsUsers(before)) {
      if (before.access) throw new ApiError('conflict', say('accessOfUsers'), { field: 'storageKey' });
      await requireNoRecords(tx, storageId);
    }
    const renamed = after.storageName !== before.storageName || after.storageKey !== before.storageKey;
    const named = renamed ? await tx.endpoints.query({ where: [['storageId', '==', storageId]] }) : null;
    if (key) tx.write(unique.remove(storageKeyId(projectId, before.storageKey)), key.take(storageId));
    tx.write(
      storages.update(storageId, {
        ...given,
        ...(isShorter(before, after) ? { trashSince: updatedAt } : {}),
        updatedAt,
        ...changedSearchFields([before.storageName, before.storageKey], [after.storageName, after.storageKey]),
      }),
      ...(named?.rows ?? []).map((endpoint) => withStorageName(endpoint, after)),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Data Storage',
        activity: 'Update Storage',
        kind: 'storageChanged',
        values: { who: caller.name, name: given.storageName ?? before.storageName },
      }),
    );
    return storageOut(storageId, after);
  });
}

/**
 * @returns `fill`, the write that counts one storage more
 * @throws {ApiError} quota-exceeded when the plan's storages of the project are used up
 */
export async function roomForStorage(
  tx: Transaction,
  { tenantId, projectId, count = 1 }: { tenantId: string; projectId: string; count?: number },
): Promise<{ fill: Write }> {
  const project = (await tx.projects.get(projectId))?.data;
  const tenant = (await tx.tenants.get(tenantId))?.data;
  if (!project || !tenant || project.archivedAt !== null) throw notFound('Project');
  const max = limitsOf(tenant).storagesPerProject;
  if (project.counters.storages + count > max) {
    throw new ApiError('quota-exceeded', limitReached(tenant, 'storagesPerProject', max));
  }
  return { fill: projects.update(projectId, { 'counters.storages': project.counters.storages + count }) };
}

/**
 * Letters that differ only in case are the same key.
 * @param taken what is said when another storage has the key
 * @returns `take`, which makes the write that reserves the key
 * @throws {ApiError} already-exists
 */
export async function freeKey(
  tx: Transaction,
  {
    projectId,
    storageKey,
    taken = 'storageKeyTaken',
  }: { projectId: string; storageKey: string; taken?: 'storageKeyTaken' | 'storageKeyGiven' },
): Promise<{ take: (storageId: string) => Write }> {
  const id = storageKeyId(projectId, storageKey);
  if (await tx.unique.get(id)) {
    const message = say(taken, { storageKey });
    throw new ApiError('already-exists', message, { field: 'storageKey' });
  }
  return { take: (storageId) => unique.create(id, { scope: `storageKey:${projectId}`, ref: storageId }) };
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
    endUserAccess: { read: 'none', write: 'none', readOnly: [...usualReadOnlyFields], ...storage.endUserAccess },
    hasRules: storage.access !== undefined,
    passwordRules: storage.passwordRules ?? PasswordRules.parse({}),
    signIn: shownSignIn(storage),
    history: storage.history ?? 0,
    trashDays: storage.trashDays ?? usualTrashDays,
    createdAt: storage.createdAt.toDate().toISOString(),
    updatedAt: storage.updatedAt.toDate().toISOString(),
  };
}

/** The change, with what others have made of its lists since they were seen. @throws {ApiError} invalid-argument for a list that is too long then */
function withOthers(
  before: StorageDocument<Timestamp>,
  { endUserAccess, signIn, ...others }: OwnChange,
  seen: NonNullable<StorageChange['seen']>,
): OwnChange {
  const standing = { readOnly: usualReadOnlyFields, ...before.endUserAccess };
  return check(StorageChange, {
    ...others,
    ...(endUserAccess && { endUserAccess: withMergedLists(endUserAccess, seen.endUserAccess, standing) }),
    ...(signIn && { signIn: withMergedLists(signIn, seen.signIn, shownSignIn(before)) }),
  });
}

/** The change, with the parts of access and rules of passwords that it leaves out as they are. */
function withKeptParts(before: StorageDocument<Timestamp>, wanted: OwnChange): Partial<StorageInput> {
  const said = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as typeof wanted; // without undefined
  const { endUserAccess, passwordRules, ...others } = said;
  return {
    ...others,
    ...(endUserAccess && { endUserAccess: { ...EndUserAccess.parse({}), ...before.endUserAccess, ...endUserAccess } }),
    ...(passwordRules && { passwordRules: { ...PasswordRules.parse({}), ...before.passwordRules, ...passwordRules } }),
  };
}

/** A form sends back what it has read. @throws {ApiError} conflict for another access beside rules that decide it */
function refuseAccess({ endUserAccess: before }: StorageDocument<Timestamp>, { endUserAccess: given }: Partial<StorageInput>): void {
  if (!given || (given.read === (before?.read ?? 'none') && given.write === (before?.write ?? 'none'))) return;
  throw new ApiError('conflict', say('accessElsewhere'), { field: 'endUserAccess' });
}

/** Fewer days count from the change on: nothing goes at once that would have stayed. */
function isShorter(before: StorageDocument<Timestamp>, after: Pick<StorageInput, 'trashDays'>): boolean {
  return (after.trashDays ?? usualTrashDays) < (before.trashDays ?? usualTrashDays);
}

function sameKey(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
