import { randomBytes } from 'node:crypto';
import { messages } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { appUserTokens } from '../../store/collections.ts';
import { networkOf } from '../../network/address.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { passwordMark, sha256 } from '../../crypto/crypt.ts';
import { merge } from '../../store/model/writes.ts';
import { accountPath } from '../records/model/paths.ts';
import { newMail } from '../mail/outbox.ts';
import { hashPassword } from '../records/model/password.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, sharedClaim } from '../records/model/unique-claims.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { forgetFailures } from './authenticate.ts';
import { provenWrite, withoutFactor, withoutOtherWays } from './account.ts';
import { tellOfEndedWays } from './ended-ways-mail.ts';
import { userOfClaims, userOfKey } from './find-user.ts';
import { requireMethod } from './require-method.ts';

const validMillis = 3_600_000;
const wait = 'A mail was requested several times. Please wait a while.';
const perUser = { scope: 'app-user-forgot', max: 3, windowMillis: 900_000, message: wait };
const perAddress = { scope: 'app-user-forgot-ip', max: 100, windowMillis: 3_600_000, message: wait };

/** Mails a code to the user with this e-mail or username, if there is one; every name gets the same answer in the same time. */
export async function forgotPassword(
  services: Services,
  storage: StorageRow,
  { appName, who, ip }: { appName: string; who: { email?: string | undefined; username?: string | undefined }; ip: string },
): Promise<void> {
  requireMethod(storage, 'password');
  const field = who.email === undefined ? 'username' : 'email';
  const claims = claimsOn(storage.id, field, who.email ?? who.username).map(({ path }) => path);
  const name = claims.at(-1);
  if (name === undefined) return;
  await countAttempt(services, perAddress, `${storage.id}/${networkOf(ip)}`);
  await countAttempt(services, perUser, name);
  await mailingEvenly(services, async () => {
    const user = await userOfClaims(services, storage.id, claims);
    if (!user?.email) return null;
    const token = randomBytes(18).toString('base64url');
    const document = {
      storageId: storage.id,
      key: user.key,
      passwordMark: user.mark,
      address: sha256(user.email),
      expiresAt: Timestamp.fromMillis(services.clock() + validMillis),
    };
    await services.store.commit([appUserTokens.create(sha256(token), document)]);
    const values = { name: user.name, app: appName, code: token };
    const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'app-user-reset', values, app: user.app });
    await services.store.commit([mail.write]);
    return mail.id;
  });
}

/**
 * Sets a password with the code of a mail, once: beside that password no mailed code is a second factor. All sessions of the user end, and earlier wrong passwords are forgotten. Where it is the first
 * proof of the address, the second factor, accounts elsewhere and passkeys go as well, as by every other first proof, and a mail reports
 * that: they may be those of whoever took the address before its owner came.
 * @throws {ApiError} not-found for a code that is unknown, used or old
 */
export async function resetPassword(
  services: Services,
  storage: StorageRow,
  { token, password, appName }: { token: string; password: string; appName: string },
): Promise<void> {
  requireMethod(storage, 'password');
  const { store } = services;
  const found = (await store.appUserTokens.get(sha256(token)))?.data;
  if (!found || found.undo !== undefined || found.storageId !== storage.id || found.expiresAt.toMillis() <= services.clock())
    throw badToken();
  const user = await userOfKey(services, storage.id, found.key);
  if (!user?.email || user.mark !== found.passwordMark) throw badToken();
  // A code that went to an address which is no longer the user's is void. Earlier codes name none.
  if (found.address !== undefined && found.address !== sha256(user.email)) throw badToken();
  const hash = await hashPassword(password, storage.data.tenantId);
  const told = user.isProven
    ? null
    : tellOfEndedWays(services, user, {
        appName,
        why: 'proved',
        hasFactor: user.factor !== null,
        passkeys: Object.keys(user.passkeys).length,
        identities: Object.keys(user.identities).length,
      });
  const input = { fields: {}, password, operations: new Map<string, never>() };
  try {
    const [changed] = await writeRecords(
      services.records,
      [{ op: 'update', id: found.key, storage, input, hash, ifPassword: user.mark, where: '' }],
      {
        actor: `user:${found.key}`,
        hook: {
          alsoWrites: () => [
            appUserTokens.remove(sha256(token)), // of two calls at once the password of one is another by then
            provenWrite(storage.id, user),
            ...(user.isProven ? [] : [withoutFactor(storage.id, user.key), ...withoutOtherWays(storage.id, user)]),
            ...(told ? [told.write] : []),
            ...(user.isProven && user.factor?.mail
              ? [merge(accountPath(storage.id, user.key), { factor: { mail: { notWith: passwordMark(hash) } } })]
              : []),
          ],
        },
      },
    );
    await told?.deliver();
    const name = sharedClaim(storage.id, 'username', changed?.data?.username);
    if (name !== '') await forgetFailures(services, name);
  } catch (error) {
    // The record was deleted, or a parallel call used the code or set another password.
    const isGone = error instanceof Error && 'code' in error && ['not-found', 'conflict', 5].includes(error.code as string);
    throw isGone ? badToken() : error;
  }
}

function badToken(): ApiError {
  return new ApiError('not-found', messages.resetTokenFailed);
}
