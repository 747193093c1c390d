import { randomBytes } from 'node:crypto';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { isAlreadyExists, isNotFound } from '../../store/model/firestore-errors.ts';
import { Timestamp } from '../../store/model/values.ts';
import { create, merge, set, type Write } from '../../store/model/writes.ts';
import { accountPath, deletedPath } from '../records/model/paths.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimedBy, claimsOn } from '../records/model/unique-claims.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';
import { provenWrite } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import type { Challenge } from './challenges.ts';
import { type FoundUser, userOfClaims, userOfKey } from './find-user.ts';
import { claimPath, type Identity, identityClaim } from './identity.ts';
import { acceptWrite, invitationTo } from './invitations.ts';
import { isSameAddress } from './same-address.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAsk, signInOrAskOf } from './sign-in-or-ask.ts';
import { askSignUpHook } from './sign-up-hook.ts';
import { countSignUp, requireMaySignUp } from './sign-up.ts';
import { hasWaysOfOthers, takeOver } from './take-over.ts';
import { closeSessions } from './own-sessions.ts';

interface Arrival {
  readonly identity: Identity;
  readonly from: SeenCaller;
  readonly appName: string;
  readonly ip: string;
}

/**
 * Signs in whom a provider knows. The account is that of issuer and subject. An address leads to an account only where the provider
 * vouches for it, and takes it from whoever has not proved it. Decision 076.
 * @throws {ApiError} permission-denied for a new person whom the storage does not let sign up, and while the account is deleted
 */
export async function signInByIdentity(services: Services, storage: StorageRow, arrival: Arrival): Promise<SignedIn | Challenge> {
  try {
    return await arrived(services, storage, arrival);
  } catch (error) {
    // A parallel call was faster: now there is a user, or no invitation.
    const isTaken = isAlreadyExists(error) || isNotFound(error) || (error instanceof ApiError && error.code === 'already-exists');
    if (isTaken) return arrived(services, storage, arrival);
    throw error;
  }
}

async function arrived(services: Services, storage: StorageRow, { identity: known, ip, ...call }: Arrival): Promise<SignedIn | Challenge> {
  const { store } = services;
  const claim = identityClaim(storage.id, known);
  const owner = (await store.get(claimPath(claim)))?.data.ref;
  const user = owner === undefined ? null : await userOfKey(services, storage.id, owner);
  if (user) return signInOrAsk(services, storage, { user, ...call });
  const deleted = owner === undefined ? null : await store.get<{ kind: string }>(deletedPath(storage.id, owner), ['kind']);
  // A user who is gone for good leaves a mark for listeners alone.
  if (deleted?.data.kind === 'trash')
    throw new ApiError('permission-denied', 'This account was deleted. The code of the mail brings it back.');
  const claimed = await holderOf(services, storage, known.email);
  const holder = claimed && isSameAddress(claimed.email, known.email) ? claimed : null;
  // Another's address that reads alike: this person has no claim on it, and none to the user.
  const identity = claimed && !holder ? { ...known, email: null } : known;
  const link = (key: string) => linkWrites(services, storage, { identity, key, isFree: owner === undefined });
  if (holder && hasWaysOfOthers(holder)) return takeOver(services, storage, { user: holder, ...call, alsoWrites: link(holder.key) });
  if (holder) {
    const proof = holder.isProven ? [] : [provenWrite(storage.id, holder)];
    if (!holder.isProven) await closeSessions(services.records, storage, { key: holder.key });
    return signInOrAsk(services, storage, { user: holder, ...call, alsoWrites: proof, links: { identity, writes: link(holder.key) } });
  }
  const key = await newUser(services, storage, { identity, ip, link });
  return signInOrAskOf(services, storage, { key, ...call });
}

async function holderOf(services: Services, storage: StorageRow, email: string | null): Promise<FoundUser | null> {
  if (email === null) return null;
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  return userOfClaims(services, storage.id, claims);
}

async function newUser(
  services: Services,
  storage: StorageRow,
  { identity, ip, link }: { identity: Identity; ip: string; link: (key: string) => Write[] },
): Promise<string> {
  const { provider, email, name } = identity;
  // An invitation lets its address in, and the provider vouches for that.
  const invitation = email === null ? null : await invitationTo(services, storage, email);
  if (!invitation) requireMaySignUp(storage, email);
  await countSignUp(services, storage, ip);
  const username = `${provider}-${randomBytes(8).toString('hex')}`;
  const input = recordInput({ username, ...(email === null ? {} : { email }), ...(name === null ? {} : { name }), ...invitation?.fields });
  const fields = newUserFields(storage, input, '');
  await askSignUpHook(services, storage, { way: 'provider', fields });
  const results = await writeRecords(services.records, [{ op: 'create', storage, input: { fields, password: undefined }, where: '' }], {
    actor: 'sign-up',
    hook: {
      alsoWrites: ([made]) =>
        made
          ? [
              ...link(made.id),
              ...(email === null ? [] : [provenWrite(storage.id, { key: made.id, email: String(fields.email) })]),
              ...(invitation ? [acceptWrite(invitation)] : []),
            ]
          : [],
    },
  });
  return recordOf(results).id;
}

/** @param isFree false where the claim names a user who is gone for good */
export function linkWrites(
  { clock }: Pick<Services, 'clock'>,
  storage: StorageRow,
  { identity, key, isFree }: { identity: Identity; key: string; isFree: boolean },
): Write[] {
  const claim = identityClaim(storage.id, identity);
  const owner = claimedBy({ storage, key });
  const { provider, email } = identity;
  return [
    isFree ? create(claimPath(claim), owner) : set(claimPath(claim), owner),
    merge(accountPath(storage.id, key), { identities: { [claim]: { provider, email, linkedAt: Timestamp.fromMillis(clock()) } } }),
  ];
}
