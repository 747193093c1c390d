import { randomBytes } from 'node:crypto';
import { type AppTeam, type AppTeamInvitation, signInOf } from '@bedplate/contract';
import { equalTexts, sha256 } from '../../crypto/crypt.ts';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appInvitations } from '../../store/collections.ts';
import type { AppInvitationDocument, TeamDocument } from '../../store/documents/app-user-documents.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { badInvitation } from '../app-users/invitations.ts';
import { userOfKey } from '../app-users/find-user.ts';
import { type FullyProved, requireFullProof } from '../app-users/full-proof.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { sharedClaim } from '../records/model/unique-claims.ts';
import { memberWrites } from './membership.ts';
import { memberOf, noTeam, requireFewTeams, requireOwner, requireRole, requireRoom, requireTeams, shownTeam, teamPath } from './team.ts';

const validMillis = 7 * 86_400_000;
const shownAtMost = 200;
const tooMany = 'Several invitations were sent. Please wait a while.';
/** App users send these mails, so that they are fewer than those of the app's owner. */
const perUser = { scope: 'app-team-invitations', max: 30, windowMillis: 3_600_000, message: tooMany };
const perAddress = { scope: 'app-team-invitations-address', max: 5, windowMillis: 3_600_000, message: tooMany };

interface Offer {
  readonly role: string;
  /** The owner who invites; absent in earlier invitations. */
  readonly by?: string;
}

interface OwnTeam {
  /** Of the caller's record. */
  readonly key: string;
  readonly id: string;
}

/**
 * Mails somebody the way into a team, whether or not the address is a user's: the answer tells nothing of it. An earlier invitation of
 * the address to the team ends.
 * @throws {ApiError} not-found for a stranger; permission-denied for a member who does not own the team, and without a
 * full proof for an invitation that makes an owner; conflict for a full one; too-many-requests
 */
export async function inviteToTeam(
  services: Services,
  storage: StorageRow,
  { id, email, role, appName, ...proved }: FullyProved & { id: string; email: string; role: string; appName: string },
): Promise<AppTeamInvitation> {
  requireRole(storage, role);
  const { key } = proved.self;
  const team = await ownedTeam(services, storage, { id, key });
  requireRoom(team.data);
  if (role === 'owner') await requireFullProof(services, storage, proved);
  const inviter = await userOfKey(services, storage.id, key);
  if (!inviter) throw noTeam();
  const claim = sharedClaim(storage.id, 'email', email);
  await countAttempt(services, perUser, `${storage.id}/${key}`);
  await countAttempt(services, perAddress, claim);
  const invitationId = sha256(`team invitation\n${storage.id}/${id}\n${claim}`);
  const secret = randomBytes(32).toString('base64url');
  const now = services.clock();
  const document: AppInvitationDocument = {
    storageId: placeOf(storage, id),
    email,
    fields: JSON.stringify({ role, by: key } satisfies Offer),
    secretHash: sha256(secret),
    createdAt: Timestamp.fromMillis(now),
    expiresAt: Timestamp.fromMillis(now + validMillis),
  };
  const token = `${id}.${invitationId}.${secret}`;
  const { linkPage } = signInOf(storage.data);
  const mail = newMail(services, {
    to: { name: email, address: email },
    template: 'app-user-team',
    values: {
      team: team.data.name,
      inviter: inviter.name,
      app: appName,
      code: token,
      link: linkPage === null ? null : `${linkPage}#team=${token}`,
      day: document.expiresAt.toDate().toISOString().slice(0, 10),
    },
    app: inviter.app, // nothing is known of the invited person
  });
  await services.store.commit([appInvitations.set(invitationId, document), mail.write]);
  await deliver(services, mail.id);
  return shown({ id: invitationId, data: document });
}

/** @returns the invitations that nobody has accepted yet, the newest first @throws {ApiError} as inviteToTeam */
export async function teamInvitations(services: Services, storage: StorageRow, own: OwnTeam): Promise<AppTeamInvitation[]> {
  await ownedTeam(services, storage, own);
  const { rows } = await services.store.appInvitations.query({
    where: [['storageId', '==', placeOf(storage, own.id)]],
    limit: shownAtMost,
  });
  return rows
    .filter(({ data }) => data.expiresAt.toMillis() > services.clock())
    .sort((a, b) => b.data.createdAt.toMillis() - a.data.createdAt.toMillis())
    .map(shown);
}

/** @throws {ApiError} as inviteToTeam; not-found */
export async function revokeTeamInvitation(
  services: Services,
  storage: StorageRow,
  { invitationId, ...own }: OwnTeam & { invitationId: string },
): Promise<void> {
  await ownedTeam(services, storage, own);
  const found = /^[0-9a-f]{64}$/.test(invitationId) ? await services.store.appInvitations.get(invitationId) : null;
  if (found?.data.storageId !== placeOf(storage, own.id)) throw notFound('Invitation');
  await services.store.commit([appInvitations.remove(invitationId)]);
}

/**
 * Joins a team by an invitation. It is for the address that it went to, so that nobody passes it on; whoever accepts has that address.
 * It ends when the one who has invited owns the team no more.
 * @throws {ApiError} unauthenticated, with one answer for one that is wrong, old, used, revoked, of another storage, or of another address;
 * permission-denied for an anonymous user; conflict for a full team, and for a user with as many as one may have
 */
export async function joinTeam(services: Services, storage: StorageRow, { key, token }: { key: string; token: string }): Promise<AppTeam> {
  requireTeams(storage);
  const [id = '', invitationId = '', secret = ''] = token.split('.');
  const found = /^[0-9a-f]{64}$/.test(invitationId) ? await services.store.appInvitations.get(invitationId) : null;
  if (!found || found.data.storageId !== placeOf(storage, id) || found.data.expiresAt.toMillis() <= services.clock()) throw badInvitation();
  if (!equalTexts(sha256(secret), found.data.secretHash)) throw badInvitation();
  const user = await userOfKey(services, storage.id, key);
  const claim = (email: string | null) => sharedClaim(storage.id, 'email', email);
  if (claim(user?.email ?? null) !== claim(found.data.email)) throw badInvitation();
  const { role, by } = JSON.parse(found.data.fields) as Offer; // written by inviteToTeam
  try {
    return await services.store.transaction(async (tx) => {
      const [team, record] = await Promise.all([tx.get(teamPath(storage, id)), tx.get(recordPath(storage.id, key), ['teams'])]);
      if (!team || !record) throw badInvitation();
      // Else a removed owner would come back by an invitation of their own.
      if (by !== undefined && memberOf(team.data, by)?.role !== 'owner') throw badInvitation();
      const present = memberOf(team.data, key);
      tx.write(appInvitations.remove(invitationId, { exists: true }));
      if (present) return shownTeam(team, key);
      requireRoom(team.data);
      requireFewTeams(record.data.teams);
      const member = { role, since: Timestamp.fromMillis(services.clock()) };
      tx.write(...memberWrites(team, { key, row: record }, member));
      return shownTeam({ ...team, data: { ...team.data, members: { ...team.data.members, [key]: member } } }, key);
    });
  } catch (error) {
    throw isNotFound(error) ? badInvitation() : error; // a parallel call was faster, or it was revoked
  }
}

async function ownedTeam({ store }: Services, storage: StorageRow, { id, key }: OwnTeam): Promise<Row<TeamDocument>> {
  requireTeams(storage);
  const team = await store.get(teamPath(storage, id));
  if (!team) throw noTeam();
  requireOwner(team.data, key);
  return team;
}

/** Lists of a storage's own invitations do not find those of its teams. */
const placeOf = ({ id }: StorageRow, team: string) => `${id}/${team}`;

function shown({ id, data: { email, fields, createdAt, expiresAt } }: Pick<Row<AppInvitationDocument>, 'id' | 'data'>): AppTeamInvitation {
  const { role } = JSON.parse(fields) as { role: string }; // written by inviteToTeam
  return { id, email, role, createdAt: createdAt.toDate().toISOString(), expiresAt: expiresAt.toDate().toISOString() };
}
