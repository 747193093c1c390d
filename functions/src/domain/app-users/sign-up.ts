import { Email, type Json, signInOf } from '@bedplate/contract';
import { z } from 'zod';
import { seal } from '../../crypto/crypt.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { networkOf } from '../../network/address.ts';
import type { Services } from '../../services/services.ts';
import { check } from '../../validation/check.ts';
import { inLetters } from '../../validation/mailbox.ts';
import { newMail } from '../mail/outbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { atSignUp, closedFieldsOf, refuseClosed } from '../records/model/closed-fields.ts';
import { hashPassword } from '../records/model/password.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, taken } from '../records/model/unique-claims.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';
import { provenWrite } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import { type Challenge, challengeAnswer, challengeMail, newChallenge } from './challenges.ts';
import { type FoundUser, languageIn, userOfClaims } from './find-user.ts';
import { countMail, type MailCall } from './mail-sign-in.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAskOf } from './sign-in-or-ask.ts';
import { askSignUpHook } from './sign-up-hook.ts';

const perNetwork = {
  scope: 'app-user-sign-up',
  max: 20,
  windowMillis: 3_600_000,
  message: 'Too many people have signed up from this network. Please try again later.',
};

/** A sign-up whose address is not proved yet. It is no user, and holds no name. */
export interface PendingSignUp {
  readonly fields: Record<string, Json>;
  /** Of the password; absent where the person chose none. */
  readonly hash?: string;
}

/**
 * Signs somebody up who comes by a page, without a key. Fields that give rights stay closed, as they are to users.
 * @returns the session; a challenge where the e-mail is to be proved first, because the storage asks for it, its domain lets the person in,
 * or there is no password:
 * then an address that is taken answers like a free one, and its owner is informed by mail
 * @throws {ApiError} permission-denied where the storage does not let them in, and for a closed field; already-exists for a taken
 * username, or e-mail without a proof; too-many-requests after twenty of a network within an hour
 */
export async function signUp(
  services: Services,
  storage: StorageRow,
  { fields: given, from, ...call }: MailCall & { fields: Readonly<Record<string, unknown>>; from: SeenCaller },
): Promise<SignedIn | Challenge> {
  const { verifyEmail, signUp: way } = signInOf(storage.data);
  requireMaySignUp(storage, given.email);
  await countSignUp(services, storage, call.ip);
  const input = recordInput(given);
  const { password } = input;
  if (typeof password === 'string') requireMethod(storage, 'password');
  else requireMailMethod(storage);
  const fields = newUserFields(storage, input, '');
  refuseClosed(atSignUp(closedFieldsOf(storage)), { before: {}, after: fields, password });
  const hash = typeof password === 'string' ? { hash: await hashPassword(password, storage.data.tenantId) } : {};
  // Anybody can type an address of the firm.
  const isProvedFirst = verifyEmail || way === 'domain' || typeof password !== 'string';
  if (isProvedFirst) return startSignUp(services, storage, { pending: { fields, ...hash }, ...call });
  const key = await create(services, storage, { fields, ...hash });
  return signInOrAskOf(services, storage, { key, from, appName: call.appName });
}

/** @throws {ApiError} too-many-requests */
export function countSignUp(services: Services, storage: StorageRow, ip: string): Promise<number> {
  return countAttempt(services, perNetwork, `${storage.id}/${networkOf(ip)}`);
}

/** The end of a sign-up whose address is proved. @throws {ApiError} already-exists when the name was taken in the meantime */
export async function finishSignUp(
  services: Services,
  storage: StorageRow,
  { from, appName, ...pending }: PendingSignUp & { from: SeenCaller; appName: string },
): Promise<SignedIn | Challenge> {
  const key = await create(services, storage, { ...pending, isProven: true });
  return signInOrAskOf(services, storage, { key, from, appName, byMail: pending.hash === undefined });
}

async function startSignUp(
  services: Services,
  storage: StorageRow,
  { pending, ...call }: MailCall & { pending: PendingSignUp },
): Promise<Challenge> {
  const { email } = check(z.object({ email: Email }), { email: pending.fields.email });
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  await countMail(services, storage, { address: claims.at(-1) ?? '', ip: call.ip });
  // People choose among names that others may have: this one cannot be a secret.
  const names = claimsOn(storage.id, 'username', pending.fields.username).map(({ path }) => path);
  if ((await services.store.getAll(names)).some((row) => row !== null)) throw taken([{ fields: ['username'] }]);
  let answered = '';
  await mailingEvenly(services, async () => {
    const holder = await userOfClaims(services, storage.id, claims);
    const made = newChallenge(services, storage, {
      purpose: 'sign-up',
      key: null,
      passwordMark: '',
      address: email,
      ...(holder ? {} : { pending: seal(services.config.keyEncryptionKey, JSON.stringify(pending), `sign-up/${storage.id}`) }),
    });
    answered = made.id;
    const name = String(pending.fields.username);
    // A link opens in any browser. With a password it would prove the address for whoever has chosen that, and not for its reader.
    const mail = holder
      ? knownMail(services, { holder, appName: call.appName })
      : challengeMail(services, storage, {
          to: { name, address: email, language: languageIn(pending.fields) },
          made,
          appName: call.appName,
          hasLink: pending.hash === undefined,
        });
    await services.store.commit([made.write, ...(mail ? [mail.write] : [])]);
    return mail?.id ?? null;
  });
  return challengeAnswer(answered);
}

function knownMail(services: Services, { holder, appName }: { holder: FoundUser; appName: string }) {
  if (holder.email === null) return null;
  const { name, email, app } = holder;
  return newMail(services, { to: { name, address: email }, template: 'app-user-known', values: { name, app: appName }, app });
}

/** @returns the key of the user's record */
async function create(
  services: Services,
  storage: StorageRow,
  { fields, hash, isProven = false }: PendingSignUp & { isProven?: boolean },
): Promise<string> {
  await askSignUpHook(services, storage, { way: isProven ? 'mail' : 'password', fields });
  const email = typeof fields.email === 'string' ? fields.email : null;
  const input = { fields, password: undefined };
  const results = await writeRecords(services.records, [{ op: 'create', storage, input, ...(hash ? { hash } : {}), where: '' }], {
    actor: 'sign-up',
    hook: { alsoWrites: ([made]) => (isProven && made ? [provenWrite(storage.id, { key: made.id, email })] : []) },
  });
  return recordOf(results).id;
}

/** @throws {ApiError} invalid-argument for a missing password where only passwords sign in */
export function requireMailMethod(storage: StorageRow): void {
  const { methods } = signInOf(storage.data);
  if (!methods.includes('code') && !methods.includes('link')) throw invalidField('password', 'password must not be empty.');
}

/** @throws {ApiError} permission-denied where the storage does not let them in */
export function requireMaySignUp(storage: StorageRow, email: unknown): void {
  const { signUp: way, mailDomains } = signInOf(storage.data);
  if (way === 'closed') throw new ApiError('permission-denied', 'Nobody can sign up here.');
  if (way === 'invitation') throw new ApiError('permission-denied', 'Only invited people can sign up here.');
  if (way === 'domain' && !mailDomains.some((domain) => inLetters(`@${domain}`) === domainOf(email))) {
    const message = 'Only addresses of certain domains can sign up here.';
    throw new ApiError('permission-denied', message, { details: [{ field: 'email', message }] });
  }
}

/** @returns the domain with its @, in letters */
function domainOf(email: unknown): string {
  if (typeof email !== 'string') return '';
  const address = inLetters(email.trim().toLowerCase());
  return address.slice(address.lastIndexOf('@'));
}
