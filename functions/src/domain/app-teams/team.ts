import { type AppTeam, signInOf } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { teams } from '../../store/collections.ts';
import type { TeamDocument, TeamMember } from '../../store/documents/app-user-documents.ts';
import type { DocumentPath } from '../../store/model/collection.ts';
import type { Row } from '../../store/model/row.ts';
import { isRecordId } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

/** Of one user: as many as one condition of a list takes. */
const teamsPerUser = 30;
const teamMembers = 100;

/** @throws {ApiError} permission-denied where the storage has no teams */
export function requireTeams({ data }: StorageRow): void {
  if (!signInOf(data).teams) throw new ApiError('permission-denied', 'Teams are off in this users storage.');
}

/** @throws {ApiError} invalid-argument for a role that the storage does not name */
export function requireRole({ data }: StorageRow, role: string): void {
  const roles = ['owner', 'member', ...signInOf(data).teamRoles];
  if (!roles.includes(role)) throw invalidField('role', `role must be one of ${roles.join(', ')}.`);
}

/** A team that is another's, or none, answers alike. */
export const noTeam = () => notFound('Team');

export function teamPath(storage: StorageRow, id: string): DocumentPath<TeamDocument> {
  if (!isRecordId(id)) throw noTeam();
  return teams(storage.id).path(id);
}

/** @returns the team of one of its members @throws {ApiError} not-found for anybody else */
export async function teamOf(
  { store }: Services,
  storage: StorageRow,
  { id, key }: { id: string; key: string },
): Promise<Row<TeamDocument>> {
  const team = await store.get(teamPath(storage, id));
  if (!team || !memberOf(team.data, key)) throw noTeam();
  return team;
}

export function memberOf({ members }: TeamDocument, key: string): TeamMember | undefined {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** @returns the owner @throws {ApiError} not-found for a stranger; permission-denied for a member who does not own the team */
export function requireOwner(team: TeamDocument, key: string): TeamMember {
  const member = memberOf(team, key);
  if (!member) throw noTeam();
  if (member.role !== 'owner') throw new ApiError('permission-denied', 'Only owners of the team do this.');
  return member;
}

/** @throws {ApiError} conflict for a change that leaves a team without an owner */
export function requireOwnerLeft({ members }: TeamDocument, without: string): void {
  const left = Object.entries(members).some(([key, { role }]) => key !== without && role === 'owner');
  if (!left) throw new ApiError('conflict', 'You are the only owner: hand the team over or delete it.');
}

/** @throws {ApiError} conflict for a full team */
export function requireRoom({ members }: TeamDocument): void {
  if (Object.keys(members).length >= teamMembers) throw new ApiError('conflict', `A team has at most ${teamMembers} members.`);
}

/** @throws {ApiError} conflict for a user who is in as many teams as one may be */
export function requireFewTeams(of: Readonly<Record<string, string>> | undefined): void {
  if (Object.keys(of ?? {}).length >= teamsPerUser) throw new ApiError('conflict', `A user is in at most ${teamsPerUser} teams.`);
}

export function shownTeam({ id, data }: Pick<Row<TeamDocument>, 'id' | 'data'>, key: string): AppTeam {
  const { name, members, createdAt } = data;
  return {
    id,
    name,
    role: memberOf(data, key)?.role ?? '',
    members: Object.keys(members).length,
    createdAt: createdAt.toDate().toISOString(),
  };
}
