import { networkOf } from '../../network/address.ts';
import type { Services } from '../../services/services.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, sharedClaim } from '../records/model/unique-claims.ts';
import { type Challenge, challengeAnswer, challengeMail, mailsPerAddress, newChallenge } from './challenges.ts';
import { type FoundUser, userOfClaims } from './find-user.ts';
import { requireMethod } from './require-method.ts';

const perNetwork = {
  scope: 'app-user-mails-ip',
  max: 100,
  windowMillis: 900_000,
  message: 'Too many mails were asked for from this network. Please try again later.',
};

/** The app that writes, and the network that asks. */
export interface MailCall {
  readonly appName: string;
  readonly ip: string;
}

/**
 * Mails a code, or a link and a code, to the user with this address. An unknown address gets the same answer in the same time, and no
 * mail: the challenge that it is given opens nothing. Decision 072.
 * @throws {ApiError} permission-denied where the way is off; too-many-requests after five mails to an address within an hour
 */
export async function startMailSignIn(
  services: Services,
  storage: StorageRow,
  { method, email, appName, ip }: MailCall & { method: 'code' | 'link'; email: string },
): Promise<Challenge> {
  requireMethod(storage, method);
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  await countMail(services, storage, { address: claims.at(-1) ?? '', ip });
  let answered = '';
  await mailingEvenly(services, async () => {
    const user = await userOfClaims(services, storage.id, claims);
    const made = newChallenge(services, storage, {
      purpose: 'sign-in',
      key: user?.email ? user.key : null,
      passwordMark: user?.mark ?? '',
      address: user?.email ?? email,
    });
    answered = made.id;
    const mail = user?.email
      ? challengeMail(services, storage, {
          to: { name: user.name, address: user.email, language: user.app.language },
          made,
          appName,
          hasLink: method === 'link',
        })
      : null;
    await services.store.commit([made.write, ...(mail ? [mail.write] : [])]);
    return mail?.id ?? null;
  });
  return challengeAnswer(answered);
}

/**
 * Asks for a proof of the address after the right password, by a code and no link: whoever opens a link need not be who knows the password,
 * and would prove the address for somebody else.
 * @throws {ApiError} too-many-requests
 */
export async function askForProof(
  services: Services,
  storage: StorageRow,
  { user, email, appName, ip }: MailCall & { user: FoundUser; email: string },
): Promise<Challenge> {
  await countMail(services, storage, { address: sharedClaim(storage.id, 'email', email), ip });
  const made = newChallenge(services, storage, { purpose: 'password', key: user.key, passwordMark: user.mark, address: email });
  await mailingEvenly(services, async () => {
    const mail = challengeMail(services, storage, {
      to: { name: user.name, address: email, language: user.app.language },
      made,
      appName,
      hasLink: false,
    });
    await services.store.commit([made.write, mail.write]);
    return mail.id;
  });
  return challengeAnswer(made.id);
}

/** @param address the claim of the address, so that its spellings are one @throws {ApiError} too-many-requests */
export async function countMail(services: Services, storage: StorageRow, { address, ip }: { address: string; ip: string }): Promise<void> {
  await countAttempt(services, perNetwork, `${storage.id}/${networkOf(ip)}`);
  await countAttempt(services, mailsPerAddress, address);
}
