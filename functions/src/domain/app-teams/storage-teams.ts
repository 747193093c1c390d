import { type AppTeamOverview, decodeFields } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { teams } from '../../store/collections.ts';
import type { TeamDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { notFound } from '../../errors/api-error.ts';
import { removeTeam } from './own-teams.ts';

interface StoragePath {
  readonly projectId: string;
  readonly storageId: string;
}

/** So many teams, and the records of their owners, are read for one page. */
const perPage = 50;
const ownersShown = 3;

export interface TeamsPage {
  readonly data: AppTeamOverview[];
  /** `after` of the next page; null on the last one. */
  readonly next: string | null;
}

/** @returns the teams of a users storage, the newest first @throws {ApiError} not-found also for a storage without users */
export async function teamsOfStorage(
  services: Services,
  caller: Caller,
  { after, ...path }: StoragePath & { readonly after?: string | undefined },
): Promise<TeamsPage> {
  const storage = await usersStorage(services, caller, path);
  const { rows } = await services.store.in(teams(storage.id)).query({
    orderBy: [['__name__', 'asc']],
    ...(after === undefined ? {} : { startAfter: [after] }),
    limit: perPage + 1,
  });
  const shown = rows.slice(0, perPage);
  return { data: await overviews(services, storage, shown), next: rows.length > perPage ? (shown.at(-1)?.id ?? null) : null };
}

/** Deletes a team, as a member of the project: of owners who are gone, say. @throws {ApiError} not-found */
export async function deleteStorageTeam(
  services: Services,
  caller: Caller,
  { teamId, ...path }: StoragePath & { readonly teamId: string },
): Promise<void> {
  const storage = await usersStorage(services, caller, path);
  const told = (team: TeamDocument) =>
    activityWrite(services, {
      ...actorOf(caller),
      projectId: storage.data.projectId,
      module: 'Data Storage',
      activity: 'Update Storage',
      kind: 'teamDeleted',
      values: { who: caller.name, name: storage.data.storageName, team: team.name },
    });
  await removeTeam(services, storage, { id: teamId, check: () => undefined, alsoWrites: (team) => [told(team)] });
}

async function overviews({ store }: Services, storage: StorageRow, rows: readonly Row<TeamDocument>[]): Promise<AppTeamOverview[]> {
  const ownersOf = ({ members }: TeamDocument) =>
    Object.keys(members)
      .filter((key) => members[key]?.role === 'owner')
      .slice(0, ownersShown);
  const keys = [...new Set(rows.flatMap(({ data }) => ownersOf(data)))];
  const found = await store.getAll(
    keys.map((key) => recordPath(storage.id, key)),
    ['data'],
  );
  const names = new Map(keys.map((key, i) => [key, found[i] ? String(decodeFields(found[i].data.data).username ?? '') : '']));
  return rows.map(({ id, data }) => ({
    id,
    name: data.name,
    members: Object.keys(data.members).length,
    owners: ownersOf(data).flatMap((key) => names.get(key) || []),
    createdAt: data.createdAt.toDate().toISOString(),
  }));
}

async function usersStorage(services: Services, caller: Caller, path: StoragePath): Promise<StorageRow> {
  const storage = await findStorage(services, { caller, ...path });
  if (!isUserStorage(storage)) throw notFound('Storage');
  return storage;
}
