import { randomBytes } from 'node:crypto';
import type { SecondFactorWay } from '@bedplate/contract';
import { seal, sha256, unseal } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appUserTokens } from '../../store/collections.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import { gone, Timestamp } from '../../store/model/values.ts';
import { merge, remove, type Write } from '../../store/model/writes.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { accountPath } from '../records/model/paths.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, taken } from '../records/model/unique-claims.ts';
import { type WriteOptions, writeRecords } from '../records/write/write-records.ts';
import { provenWrite } from './account.ts';
import { type Challenge, challengeAnswer, newChallenge, takeChallenge, wrong } from './challenges.ts';
import { tellOfEndedWays } from './ended-ways-mail.ts';
import { waysSince, withoutWays } from './factor-ways.ts';
import { type FoundUser, userOfClaims, userOfKey } from './find-user.ts';
import type { Self } from './self.ts';
import { factorNote, isBeforeFactor } from './asked-factor.ts';
import { type FullyProved, requireFullProof } from './full-proof.ts';
import { claimPath } from './identity.ts';
import { countMail, type MailCall } from './mail-sign-in.ts';
import { closeSessions } from './own-sessions.ts';
import { keepsAddress } from './same-address.ts';
import { requireMaySignUp } from './sign-up.ts';

const undoMillis = 7 * 86_400_000;

/**
 * Begins a change of a user's address: the new one gets a code, the present one is told. A new address that a proved user has gets the
 * same answer, and its owner a mail.
 * @throws {ApiError} permission-denied without a full proof, and for an anonymous user who could not sign up with it; too-many-requests
 */
export async function startEmailChange(
  services: Services,
  storage: StorageRow,
  { email, appName, ip, ...proved }: MailCall & FullyProved & { email: string },
): Promise<Challenge> {
  const user = await requireFullProof(services, storage, proved);
  if (user.isAnonymous) requireMaySignUp(storage, email);
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  await countMail(services, storage, { address: claims.at(-1) ?? '', ip });
  let answered = '';
  await mailingEvenly(services, async () => {
    const holder = await userOfClaims(services, storage.id, claims);
    const isForeign = holder !== null && holder.key !== user.key && keepsAddress(holder, email);
    const made = newChallenge(services, storage, {
      purpose: 'email',
      key: user.key,
      passwordMark: user.mark,
      address: email,
      ...factorNote(storage, user),
      ...(isForeign ? {} : { pending: sealed(services, storage, email) }),
    });
    answered = made.id;
    const mail = isForeign
      ? newMail(services, {
          to: { name: holder.name, address: email },
          template: 'app-user-known',
          values: { name: holder.name, app: appName },
          app: holder.app,
        })
      : newMail(services, {
          to: { name: user.name, address: email },
          template: 'app-user-new-email',
          values: { name: user.name, app: appName, code: made.code },
          app: user.app,
        });
    const told = user.email === null ? null : noticeMail(services, { user, address: user.email, appName });
    await services.store.commit([made.write, mail.write, ...(told ? [told.write] : [])]);
    return told ? [told.id, mail.id] : mail.id;
  });
  return challengeAnswer(answered);
}

/**
 * Ends it with the code of the new address. The old one, if it was proved, gets the way back for seven days.
 * @throws {ApiError} unauthenticated for a code that is wrong, old, used, another user's, or from before a new password
 */
export async function finishEmailChange(
  services: Services,
  storage: StorageRow,
  { self, challenge, code, appName }: { self: Self; challenge: string; code: string; appName: string },
): Promise<void> {
  const found = await takeChallenge(services, { storage, given: { challenge, code }, purposes: ['email'] });
  const user = found.key === self.key ? await userOfKey(services, storage.id, self.key) : null;
  if (!user || found.pending === undefined || user.mark !== found.passwordMark || isBeforeFactor(storage, user, found)) throw wrong();
  const email = unsealed(services, storage, found.pending);
  const back =
    user.isProven && user.email !== null && user.email !== email ? wayBack(services, storage, { user, old: user.email, appName }) : null;
  await takeAddress(services, storage, { user, email, ifPassword: user.mark, alsoWrites: back?.writes ?? [] });
  if (back) await deliver(services, back.mailId);
}

/**
 * Goes back to the address before, by the code that it was mailed. Whoever changed it may know the password and hold sessions: both
 * end, and so do a second factor, passkeys and accounts elsewhere of later, of which a mail tells.
 * @throws {ApiError} not-found for a code that is unknown, used or older than seven days
 */
export async function undoEmailChange(
  services: Services,
  storage: StorageRow,
  { token, appName }: { token: string; appName: string },
): Promise<void> {
  const id = sha256(token);
  const found = (await services.store.appUserTokens.get(id))?.data;
  if (!found?.undo || found.storageId !== storage.id || found.expiresAt.toMillis() <= services.clock()) throw badToken();
  const user = await userOfKey(services, storage.id, found.key);
  if (!user) throw badToken();
  const email = unsealed(services, storage, found.undo);
  const later = laterWays(user, found.expiresAt.toMillis() - undoMillis);
  const told = tellOfEndedWays(
    services,
    { ...user, email },
    { appName, why: 'undone', hasFactor: later.factor.length > 0, passkeys: later.passkeys.length, identities: later.identities.length },
  );
  // Of a user without a password no mark changes, which would end them.
  await closeSessions(services.records, storage, { key: user.key });
  try {
    await takeAddress(services, storage, {
      user,
      email,
      withoutPassword: true,
      alsoWrites: [appUserTokens.remove(id, { exists: true }), ...laterWrites(storage, user, later), ...(told ? [told.write] : [])],
    });
  } catch (error) {
    throw isNotFound(error) ? badToken() : error; // a parallel call used it
  }
  await told?.deliver();
}

/** The ways that were set up since the change: whoever changed it may have made them. */
function laterWays({ factor, passkeys, identities }: FoundUser, changedAt: number): LaterWays {
  const since = (times: [string, Timestamp][]) => times.flatMap(([id, time]) => (time.toMillis() >= changedAt ? [id] : []));
  return {
    factor: waysSince(factor, changedAt),
    passkeys: since(Object.entries(passkeys).map(([id, { createdAt }]) => [id, createdAt])),
    identities: since(Object.entries(identities).map(([id, { linkedAt }]) => [id, linkedAt])),
  };
}

interface LaterWays {
  readonly factor: readonly SecondFactorWay[];
  /** Their ids. */
  readonly passkeys: readonly string[];
  /** Their claims. */
  readonly identities: readonly string[];
}

function laterWrites(storage: StorageRow, { key, factor }: FoundUser, { factor: lost, passkeys, identities }: LaterWays): Write[] {
  return [
    ...(factor && lost.length > 0 ? [merge(accountPath(storage.id, key), { factor: withoutWays(factor, lost) })] : []),
    ...passkeys.map((id) => merge(accountPath(storage.id, key), { passkeys: { [id]: gone } })),
    ...identities.flatMap((id) => [merge(accountPath(storage.id, key), { identities: { [id]: gone } }), remove(claimPath(id))]),
  ];
}

/** Gives a user a proved address. One who holds it without a proof loses it. @throws {ApiError} already-exists for one who has proved it */
async function takeAddress(
  services: Services,
  storage: StorageRow,
  {
    user,
    email,
    withoutPassword = false,
    ifPassword,
    alsoWrites,
  }: {
    user: FoundUser;
    email: string;
    withoutPassword?: boolean;
    ifPassword?: string;
    alsoWrites: ReturnType<NonNullable<WriteOptions['hook']>['alsoWrites']>;
  },
): Promise<void> {
  const holder = await userOfClaims(
    services,
    storage.id,
    claimsOn(storage.id, 'email', email).map(({ path }) => path),
  );
  if (holder && holder.key !== user.key && keepsAddress(holder, email)) throw taken([{ fields: ['email'] }]);
  const writes = [
    ...(holder && holder.key !== user.key ? [emailWrite(storage, { id: holder.key, email: null })] : []),
    { ...emailWrite(storage, { id: user.key, email, password: withoutPassword ? null : undefined }), ifPassword },
  ];
  await writeRecords(services.records, writes, {
    actor: `user:${user.key}`,
    hook: { alsoWrites: () => [provenWrite(storage.id, { key: user.key, email }), ...alsoWrites] },
  });
}

function emailWrite(storage: StorageRow, { id, email, password }: { id: string; email: string | null; password?: null }): RecordWrite {
  return { op: 'update', id, storage, input: { fields: { email }, password, operations: new Map() }, where: '' };
}

function wayBack(services: Services, storage: StorageRow, { user, old, appName }: { user: FoundUser; old: string; appName: string }) {
  const token = randomBytes(18).toString('base64url');
  const mail = newMail(services, {
    to: { name: user.name, address: old },
    template: 'app-user-email-changed',
    values: { name: user.name, app: appName, code: token },
    app: user.app,
  });
  const document = {
    storageId: storage.id,
    key: user.key,
    passwordMark: user.mark,
    undo: sealed(services, storage, old),
    expiresAt: Timestamp.fromMillis(services.clock() + undoMillis),
  };
  return { mailId: mail.id, writes: [mail.write, appUserTokens.create(sha256(token), document)] };
}

function noticeMail(services: Services, { user, address, appName }: { user: FoundUser; address: string; appName: string }) {
  const values = { name: user.name, app: appName };
  return newMail(services, { to: { name: user.name, address }, template: 'app-user-email-asked', values, app: user.app });
}

const sealed = ({ config }: Services, { id }: StorageRow, email: string) => seal(config.keyEncryptionKey, email, `email/${id}`);
const unsealed = ({ config }: Services, { id }: StorageRow, text: string) => unseal(config.keyEncryptionKey, text, `email/${id}`);

function badToken(): ApiError {
  return new ApiError('not-found', 'This code is wrong, was used, or has expired.');
}
