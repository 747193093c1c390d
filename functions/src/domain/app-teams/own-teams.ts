import { type AppTeam, type AppTeamDetails, decodeFields } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { teams } from '../../store/collections.ts';
import type { TeamDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { remove, update, type Write } from '../../store/model/writes.ts';
import { userOfKey } from '../app-users/find-user.ts';
import { type FullyProved, requireFullProof } from '../app-users/full-proof.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { leftWrites, userRows } from './membership.ts';
import { noTeam, requireFewTeams, requireOwner, requireTeams, shownTeam, teamOf, teamPath } from './team.ts';

const perUser = {
  scope: 'app-user-teams',
  max: 20,
  windowMillis: 3_600_000,
  message: 'You have made several teams. Please wait a while.',
};

interface OwnTeam {
  /** Of the caller's record. */
  readonly key: string;
  readonly id: string;
}

/** @throws {ApiError} permission-denied where teams are off, and for an anonymous user; conflict for a user with as many as one may have; too-many-requests */
export async function createTeam(services: Services, storage: StorageRow, { key, name }: { key: string; name: string }): Promise<AppTeam> {
  requireTeams(storage);
  if ((await userOfKey(services, storage.id, key))?.isAnonymous) throw new ApiError('permission-denied', 'Choose a name first.');
  await countAttempt(services, perUser, `${storage.id}/${key}`);
  const now = Timestamp.fromMillis(services.clock());
  const { id } = services.makeId();
  const team: TeamDocument = { name, members: { [key]: { role: 'owner', since: now } }, createdAt: now };
  await services.store.transaction(async (tx) => {
    const user = await tx.get(recordPath(storage.id, key), ['teams']);
    if (!user) throw notFound('Record');
    requireFewTeams(user.data.teams);
    tx.write(teams(storage.id).create(id, team), update(user.path, { [`teams.${id}`]: 'owner' }));
  });
  return shownTeam({ id, data: team }, key);
}

/** @returns the teams of the user, by name */
export async function listTeams({ store }: Services, storage: StorageRow, { key }: { key: string }): Promise<AppTeam[]> {
  requireTeams(storage);
  const user = await store.get(recordPath(storage.id, key), ['teams']);
  const ids = Object.keys(user?.data.teams ?? {});
  const rows = await store.getAll(ids.map((id) => teamPath(storage, id)));
  return rows.flatMap((row) => (row ? [shownTeam(row, key)] : [])).sort((a, b) => a.name.localeCompare(b.name));
}

/** @returns the team with its members, who are read for it: people change their names @throws {ApiError} not-found for a stranger */
export async function getTeam(services: Services, storage: StorageRow, { id, key }: OwnTeam): Promise<AppTeamDetails> {
  requireTeams(storage);
  return detailsOf(services, storage, { team: await teamOf(services, storage, { id, key }), key });
}

/** @throws {ApiError} not-found for a stranger; permission-denied for a member who does not own it */
export async function renameTeam(
  services: Services,
  storage: StorageRow,
  { id, key, name }: OwnTeam & { name: string },
): Promise<AppTeamDetails> {
  requireTeams(storage);
  const team = await services.store.transaction(async (tx) => {
    const found = await tx.get(teamPath(storage, id));
    if (!found) throw noTeam();
    requireOwner(found.data, key);
    tx.write(update(found.path, { name }));
    return { ...found, data: { ...found.data, name } };
  });
  return detailsOf(services, storage, { team, key });
}

/** Deletes a team; records that name it stay. @throws {ApiError} as renameTeam; permission-denied without a full proof */
export async function deleteTeam(services: Services, storage: StorageRow, { id, ...proved }: FullyProved & { id: string }): Promise<void> {
  requireTeams(storage);
  const { key } = proved.self;
  requireOwner((await teamOf(services, storage, { id, key })).data, key);
  await requireFullProof(services, storage, proved);
  await removeTeam(services, storage, { id, check: (team) => requireOwner(team, key) });
}

/** @param check of whoever asks @param alsoWrites in the same commit @returns the team that is gone @throws {ApiError} not-found, and what `check` throws */
export function removeTeam(
  services: Services,
  storage: StorageRow,
  { id, check, alsoWrites }: { id: string; check: (team: TeamDocument) => void; alsoWrites?: (team: TeamDocument) => readonly Write[] },
): Promise<Row<TeamDocument>> {
  return services.store.transaction(async (tx) => {
    const team = await tx.get(teamPath(storage, id));
    if (!team) throw noTeam();
    check(team.data);
    const rows = await userRows(tx, storage.id, Object.keys(team.data.members));
    tx.write(remove(team.path), ...leftWrites(id, rows), ...(alsoWrites?.(team.data) ?? []));
    return team;
  });
}

async function detailsOf(
  { store }: Services,
  storage: StorageRow,
  { team, key }: { team: Row<TeamDocument>; key: string },
): Promise<AppTeamDetails> {
  const members = Object.entries(team.data.members);
  const rows = await store.getAll(members.map(([member]) => recordPath(storage.id, member)));
  const shown = members.flatMap(([member, { role, since }], i) => {
    const row = rows[i];
    if (!row) return [];
    const { username } = decodeFields(row.data.data);
    const userId = row.data.clientId ?? member;
    return [{ userId, username: typeof username === 'string' ? username : '', role, since: since.toDate().toISOString() }];
  });
  return { ...shownTeam(team, key), members: shown.sort((a, b) => a.since.localeCompare(b.since)) };
}
