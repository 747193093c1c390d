import type { ActivityKind, AppUserInvitation } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { type Invited, inviteUser, listInvitations, revokeInvitation } from '../app-users/invitations.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type StoragePath, usersStorage } from './users-storage.ts';

/** @throws {ApiError} not-found also for a storage without users */
export async function invitationsOf(services: Services, caller: Caller, path: StoragePath): Promise<AppUserInvitation[]> {
  return listInvitations(services, await usersStorage(services, caller, path));
}

/** Invites an app user, as a member of the project. @throws {ApiError} as `inviteUser` */
export async function inviteFromConsole(
  services: Services,
  caller: Caller,
  { path, invited }: { path: StoragePath; invited: Invited },
): Promise<AppUserInvitation> {
  const storage = await usersStorage(services, caller, path);
  const project = await findProject(services, caller, path.projectId);
  const told = logged(services, caller, { storage, kind: 'appUserInvited', address: invited.email });
  return inviteUser(services, storage, { ...invited, appName: project.data.name, alsoWrites: [told] });
}

/** @throws {ApiError} not-found */
export async function revokeFromConsole(
  services: Services,
  caller: Caller,
  { invitationId, ...path }: StoragePath & { readonly invitationId: string },
): Promise<void> {
  const storage = await usersStorage(services, caller, path);
  await revokeInvitation(services, storage, {
    id: invitationId,
    alsoWrites: ({ email }) => [logged(services, caller, { storage, kind: 'invitationRevoked', address: email })],
  });
}

function logged(
  services: Services,
  caller: Caller,
  { storage: { data }, kind, address }: { storage: StorageRow; kind: ActivityKind; address: string },
): Write {
  return activityWrite(services, {
    ...actorOf(caller),
    projectId: data.projectId,
    module: 'Data Storage',
    activity: 'Update Storage',
    kind,
    values: { who: caller.name, name: data.storageName, address },
  });
}
