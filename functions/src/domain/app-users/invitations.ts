import { randomBytes } from 'node:crypto';
import { type AppUserInvitation, type Json, signInOf } from '@bedplate/contract';
import { equalTexts, sha256 } from '../../crypto/crypt.ts';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appInvitations } from '../../store/collections.ts';
import type { AppInvitationDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, sharedClaim, taken } from '../records/model/unique-claims.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { languageIn, userOfClaims } from './find-user.ts';
import { isSameAddress } from './same-address.ts';

const dayMillis = 86_400_000;
const shownAtMost = 500;
const perStorage = {
  scope: 'app-user-invitations',
  max: 500,
  windowMillis: 3_600_000,
  message: 'Too many invitations were sent for this storage. Please try again later.',
};
const perAddress = {
  scope: 'app-user-invitations-address',
  max: 5,
  windowMillis: 3_600_000,
  message: 'Several invitations were sent to this address. Please wait a while.',
};

export interface Invited {
  readonly email: string;
  /** The new user has them, also where users may not set them. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly validDays: number;
}

/**
 * Mails somebody the way into a users storage, whoever else may sign up there. An earlier invitation of the same address ends.
 * @param alsoWrites in the same commit
 * @throws {ApiError} already-exists for the address of a user; invalid-argument for fields that no user can have; too-many-requests
 */
export async function inviteUser(
  services: Services,
  storage: StorageRow,
  { appName, alsoWrites = [], ...invited }: Invited & { appName: string; alsoWrites?: readonly Write[] },
): Promise<AppUserInvitation> {
  const { email, fields, validDays } = invited;
  newUserFields(storage, recordInput({ ...fields, username: 'someone', email }), '');
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  // The account's keys read all users: the answer tells them nothing new.
  if (await userOfClaims(services, storage.id, claims)) throw taken([{ fields: ['email'] }]);
  await countAttempt(services, perStorage, storage.id);
  await countAttempt(services, perAddress, claims.at(-1) ?? '');
  const id = invitationId(storage.id, email);
  const secret = randomBytes(32).toString('base64url');
  const now = services.clock();
  const document: AppInvitationDocument = {
    storageId: storage.id,
    email,
    fields: JSON.stringify(fields),
    secretHash: sha256(secret),
    createdAt: Timestamp.fromMillis(now),
    expiresAt: Timestamp.fromMillis(now + validDays * dayMillis),
  };
  const token = `${id}.${secret}`;
  const { linkPage } = signInOf(storage.data);
  const mail = newMail(services, {
    to: { name: email, address: email },
    template: 'app-user-invited',
    values: {
      app: appName,
      code: token,
      link: linkPage === null ? null : `${linkPage}#invitation=${token}`,
      day: document.expiresAt.toDate().toISOString().slice(0, 10),
    },
    app: { storageId: storage.id, language: languageIn(fields) },
  });
  await services.store.commit([appInvitations.set(id, document), mail.write, ...alsoWrites]);
  await deliver(services, mail.id);
  return shown({ id, data: document });
}

/** @returns the invitations that nobody has accepted yet, the newest first */
export async function listInvitations(services: Services, storage: StorageRow): Promise<AppUserInvitation[]> {
  const { rows } = await services.store.appInvitations.query({ where: [['storageId', '==', storage.id]], limit: shownAtMost });
  return rows
    .filter(({ data }) => data.expiresAt.toMillis() > services.clock())
    .sort((a, b) => b.data.createdAt.toMillis() - a.data.createdAt.toMillis())
    .map(shown);
}

/** Ends an invitation at once. @throws {ApiError} not-found */
export async function revokeInvitation(
  services: Services,
  storage: StorageRow,
  { id, alsoWrites }: { id: string; alsoWrites?: (invitation: AppUserInvitation) => readonly Write[] },
): Promise<void> {
  const found = /^[0-9a-f]{64}$/.test(id) ? await services.store.appInvitations.get(id) : null;
  if (found?.data.storageId !== storage.id) throw notFound('Invitation');
  await services.store.commit([appInvitations.remove(id), ...(alsoWrites?.(shown(found)) ?? [])]);
}

/** An invitation that is good now, with the fields that it gives. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, Json>>;
}

/** @throws {ApiError} unauthenticated, with one answer for one that is wrong, old, used, revoked, or of another storage */
export async function invitationOf(services: Services, storage: StorageRow, token: string): Promise<OpenInvitation> {
  const [id = '', secret = ''] = token.split('.');
  const found = /^[0-9a-f]{64}$/.test(id) ? await services.store.appInvitations.get(id) : null;
  const open = found && openOf(services, storage, found);
  if (!open || !equalTexts(sha256(secret), found.data.secretHash)) throw badInvitation();
  return open;
}

/** The invitation of somebody who has proved the address in another way. */
export async function invitationTo(services: Services, storage: StorageRow, email: string): Promise<OpenInvitation | null> {
  const found = await services.store.appInvitations.get(invitationId(storage.id, email));
  return found && isSameAddress(found.data.email, email) ? openOf(services, storage, found) : null;
}

/** @returns the write by which an invitation is accepted once, and not after it was revoked */
export function acceptWrite({ id }: OpenInvitation): Write {
  return appInvitations.remove(id, { exists: true });
}

export function badInvitation(): ApiError {
  return new ApiError('unauthenticated', 'This invitation is wrong, was used, or has expired.');
}

function openOf({ clock }: Services, storage: StorageRow, { id, data }: Row<AppInvitationDocument>): OpenInvitation | null {
  if (data.storageId !== storage.id || data.expiresAt.toMillis() <= clock()) return null;
  return { id, email: data.email, fields: JSON.parse(data.fields) as Record<string, Json> }; // written by inviteUser
}

/** One of an address, however it is spelt. */
function invitationId(storageId: string, email: string): string {
  return sha256(`invitation\n${sharedClaim(storageId, 'email', email)}`);
}

function shown({ id, data }: Pick<Row<AppInvitationDocument>, 'id' | 'data'>): AppUserInvitation {
  const { email, fields, createdAt, expiresAt } = data;
  return {
    id,
    email,
    fields: JSON.parse(fields) as Record<string, Json>, // written by inviteUser
    createdAt: createdAt.toDate().toISOString(),
    expiresAt: expiresAt.toDate().toISOString(),
  };
}
