import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { TeamDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type FullyProved, requireFullProof } from '../app-users/full-proof.ts';
import { memberWrites, userRows } from './membership.ts';
import { memberOf, noTeam, requireOwner, requireOwnerLeft, requireRole, requireTeams, teamPath } from './team.ts';

interface OwnTeam {
  /** Of the caller's record. */
  readonly key: string;
  readonly id: string;
}

interface OneMember extends OwnTeam {
  /** As apps know the user. */
  readonly userId: string;
}

/** @throws {ApiError} not-found for a stranger; conflict for the only owner */
export function leaveTeam(services: Services, storage: StorageRow, { id, key }: OwnTeam): Promise<void> {
  return changeMember(services, storage, { id, member: key, role: null, check: (team) => void (memberOf(team, key) ?? noOne()) });
}

/**
 * Takes a member out: the next call that the member makes knows it. Who owns the team too gets another role first, which asks for a proof.
 * @throws {ApiError} not-found; permission-denied for who does not own the team; conflict for an owner
 */
export async function removeMember(services: Services, storage: StorageRow, { id, key, userId }: OneMember): Promise<void> {
  const { member } = await findMember(services, storage, { id, key, userId });
  const check = (team: TeamDocument) => {
    requireOwner(team, key);
    if (member !== key && memberOf(team, member)?.role === 'owner')
      throw new ApiError('conflict', 'This member owns the team: give another role first.');
  };
  await changeMember(services, storage, { id, member, role: null, check });
}

/**
 * Gives a member another role. An owner may take the team over, and one who is none any more has lost it: both take a full proof.
 * @throws {ApiError} as removeMember; invalid-argument for a role that the storage does not name
 */
export async function changeRole(
  services: Services,
  storage: StorageRow,
  { id, userId, role, ...proved }: FullyProved & { id: string; userId: string; role: string },
): Promise<void> {
  requireTeams(storage);
  requireRole(storage, role);
  const { key } = proved.self;
  const { member, before } = await findMember(services, storage, { id, key, userId });
  const isProved = role === 'owner' || before === 'owner';
  if (isProved) await requireFullProof(services, storage, proved);
  const check = (team: TeamDocument) => {
    requireOwner(team, key);
    if (!isProved && memberOf(team, member)?.role === 'owner') throw new ApiError('conflict', 'This member has become an owner.');
  };
  await changeMember(services, storage, { id, member, role, check });
}

/** Makes a member the owner in the caller's place. @throws {ApiError} as removeMember; permission-denied without a full proof */
export async function handOver(
  services: Services,
  storage: StorageRow,
  { id, userId, ...proved }: FullyProved & { id: string; userId: string },
): Promise<void> {
  const { key } = proved.self;
  const { member: heir } = await findMember(services, storage, { id, key, userId });
  if (heir === key) throw new ApiError('conflict', 'You own this team.');
  await requireFullProof(services, storage, proved);
  await services.store.transaction(async (tx) => {
    const team = await tx.get(teamPath(storage, id));
    if (!team) throw noTeam();
    const mine = requireOwner(team.data, key);
    const theirs = memberOf(team.data, heir);
    const [own = null, next = null] = await userRows(tx, storage.id, [key, heir]);
    // A user who is deleted owns nothing.
    if (!theirs || next?.path !== recordPath(storage.id, heir)) throw notFound('Member');
    tx.write(
      ...memberWrites(team, { key: heir, row: next }, { ...theirs, role: 'owner' }),
      ...memberWrites(team, { key, row: own }, { ...mine, role: 'member' }),
    );
  });
}

/** Only owners learn who is a member by an id. */
async function findMember(
  services: Services,
  storage: StorageRow,
  { id, key, userId }: OneMember,
): Promise<{ member: string; before: string }> {
  requireTeams(storage);
  const team: Row<TeamDocument> | null = await services.store.get(teamPath(storage, id));
  if (!team) throw noTeam();
  requireOwner(team.data, key);
  const found = await keyOfRecord(services.records, storage.id, userId);
  const before = memberOf(team.data, found)?.role;
  if (before === undefined) throw notFound('Member');
  return { member: found, before };
}

async function changeMember(
  services: Services,
  storage: StorageRow,
  { id, member, role, check }: { id: string; member: string; role: string | null; check: (team: TeamDocument) => void },
): Promise<void> {
  requireTeams(storage);
  await services.store.transaction(async (tx) => {
    const team = await tx.get(teamPath(storage, id));
    if (!team) throw noTeam();
    check(team.data);
    const before = memberOf(team.data, member);
    if (!before) throw notFound('Member');
    if (role !== 'owner') requireOwnerLeft(team.data, member);
    const [row = null] = await userRows(tx, storage.id, [member]);
    tx.write(...memberWrites(team, { key: member, row }, role === null ? null : { ...before, role }));
  });
}

function noOne(): never {
  throw noTeam();
}
