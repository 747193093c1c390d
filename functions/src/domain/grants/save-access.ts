import {
  type AccessAnswer,
  type AccessAs,
  type AccessChange,
  type AccessImpact,
  type AccessTrial,
  type AccessTryAs,
  type AccessVersion,
  type ActivityKind,
  type Grants,
  type GrantsDocument,
  grantsOf,
  type TriedAs,
  type Values,
} from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { grants, storages } from '../../store/collections.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { holdsUsers, isUserStorage } from '../records/model/user-storage.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { accessImpact } from './access-impact.ts';
import { decidedLive, plainReach } from './live-reach.ts';
import { labelling } from './labelling.ts';
import { refuseFaults } from './grant-faults.ts';
import { remarksOn } from './remarks.ts';
import { tryAs } from './try-as.ts';
import { grantsIn, storedGrants } from './stored-grants.ts';

interface StoragePath {
  projectId: string;
  storageId: string;
}

/** @returns the rules that none, own and all stand for, as version 0, for a storage that has no others @throws {ApiError} not-found */
export async function readAccess(services: Services, caller: Caller, path: StoragePath): Promise<AccessAnswer> {
  const storage = await findStorage(services, { caller, ...path });
  return answerOf(storage, storage.data.access?.version ?? 0, await rulesIn(services, storage));
}

async function rulesIn(services: Services, storage: StorageRow): Promise<Grants> {
  const { access, endUserAccess } = storage.data;
  if (access) return storedGrants(services, storage.id, access.version);
  const { read = 'none', write = 'none' } = endUserAccess ?? {};
  return grantsOf({ read, write }, isUserStorage(storage));
}

/** @returns what rules would change; nothing is saved @throws {ApiError} as `saveAccess` */
export async function tryAccess(
  services: Services,
  caller: Caller,
  { path, trial }: { readonly path: StoragePath; readonly trial: AccessTrial },
): Promise<AccessImpact> {
  const storage = await findStorage(services, { caller, ...path });
  await refuseFaults(services, storage, trial);
  const { live, remarks } = answerOf(storage, 0, trial.grants);
  const impact = await accessImpact(services, storage, { before: await rulesIn(services, storage), after: trial.grants });
  return { ...impact, live, remarks };
}

/** Shows rules as somebody else meets them. It is logged, since the person sees records through it. @throws {ApiError} as `saveAccess` */
export async function tryAccessAs(
  services: Services,
  caller: Caller,
  { path, trial }: { readonly path: StoragePath; readonly trial: AccessTryAs },
): Promise<TriedAs> {
  const storage = await findStorage(services, { caller, ...path });
  await refuseFaults(services, storage, trial);
  const tried = await tryAs(services, storage, { ...trial, saved: await rulesIn(services, storage) });
  await services.store.commit([
    activityWrite(services, {
      ...actorOf(caller),
      projectId: path.projectId,
      module: 'Data Storage',
      activity: 'Try Access Rules',
      ...triedAs(trial.as, { who: caller.name, name: storage.data.storageName }),
    }),
  ]);
  return tried;
}

function triedAs(as: AccessAs, values: Values): { readonly kind: ActivityKind; readonly values: Values } {
  if ('visitor' in as) return { kind: 'accessTriedAsVisitor', values };
  return { kind: 'accessTried', values: { ...values, as: 'user' in as ? as.user : as.key } };
}

/** The last 50 versions, newest first. */
export async function accessVersions(services: Services, caller: Caller, path: StoragePath): Promise<AccessVersion[]> {
  const { id } = await findStorage(services, { caller, ...path });
  const { rows } = await services.store.in(grants(id)).query({ orderBy: [['createdAt', 'desc']], limit: 50 });
  return rows.map(versionOut);
}

/** @returns one version, for those who ask why it decided as it did; version 0 is not stored @throws {ApiError} not-found */
export async function accessVersion(
  services: Services,
  caller: Caller,
  { version, ...path }: StoragePath & { readonly version: number },
): Promise<AccessVersion> {
  const { id } = await findStorage(services, { caller, ...path });
  const row = await services.store.in(grants(id)).get(String(version));
  if (!row) throw notFound('Version');
  return versionOut(row);
}

function versionOut({ id, data }: Row<GrantsDocument<Timestamp>>): AccessVersion {
  return {
    version: Number(id),
    grants: grantsIn(data),
    savedAt: data.createdAt.toDate().toISOString(),
    savedBy: data.author,
  };
}

/**
 * Stores the next version of the rules, and in the storage's document what LiveSync can decide of them: rules that narrow end listeners.
 * Labels that records have not got yet are made in the background.
 * @param fieldsFollow whether records that have the fields of the rules come later, out of a backup
 * @throws {ApiError} not-found; invalid-argument with one detail for each fault; conflict when the caller has seen another version
 */
export async function saveAccess(
  services: Services,
  caller: Caller,
  { path, change, fieldsFollow }: { readonly path: StoragePath; readonly change: AccessChange; readonly fieldsFollow?: boolean },
): Promise<AccessAnswer> {
  const storage = await findStorage(services, { caller, ...path });
  await refuseFaults(services, storage, { grants: change.grants, fieldsFollow });
  const answer = answerOf(storage, change.version + 1, change.grants);
  if (change.live && answer.live.users === 'none') throw notLive(answer);
  return services.store.transaction(async (tx) => {
    const stored = await tx.storages.get(storage.id);
    if (!stored || stored.data.archived) throw notFound('Storage');
    if ((stored.data.access?.version ?? 0) !== change.version) throw new ApiError('conflict', say('accessOutdated'), { field: 'version' });
    if (holdsUsers(stored.data) !== isUserStorage(storage)) throw new ApiError('conflict', say('accessOutdated'), { field: 'version' });
    const savedAt = Timestamp.fromMillis(services.clock());
    const { readOnly } = stored.data.endUserAccess ?? {};
    const { labels, writes } = await labelling(services, tx, {
      storage: stored,
      recipes: decidedLive(stored, change.grants).recipes,
      version: answer.version,
      actor: caller.uid,
    });
    tx.write(
      grants(storage.id).create(String(answer.version), {
        grants: JSON.stringify(change.grants),
        createdAt: savedAt,
        createdBy: caller.uid,
        author: caller.name,
      }),
      storages.update(storage.id, {
        access: { version: answer.version, liveKeys: answer.live.keys === 'all', ...(labels && { labels }) },
        endUserAccess: { read: plainReach(answer.live), write: 'none', ...(readOnly && { readOnly }) },
        updatedAt: savedAt,
      }),
      ...writes,
      activityWrite(services, {
        ...actorOf(caller),
        projectId: path.projectId,
        module: 'Data Storage',
        activity: 'Update Storage',
        kind: 'accessChanged',
        values: { who: caller.name, name: stored.data.storageName },
      }),
    );
    return answer;
  });
}

function answerOf(storage: StorageRow, version: number, rules: Grants): AccessAnswer {
  const { users, keys } = decidedLive(storage, rules);
  return { version, grants: rules, live: { users, keys }, remarks: remarksOn(storage, rules) };
}

function notLive({ remarks }: AccessAnswer): ApiError {
  const [reason] = remarks.filter(({ key }) => key === 'grantNotLive');
  return invalidField(reason?.field ?? 'live', reason?.message ?? say('grantsNotLive'));
}
