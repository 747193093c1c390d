import type { SecondFactorWay } from '@bedplate/contract';
import { sha256 } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { signInChallenges } from '../../store/collections.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { sharedClaim } from '../records/model/unique-claims.ts';
import { factorAnswer } from './ask-factor.ts';
import { type Challenge, findChallenge, newCode, wrong } from './challenges.ts';
import { countedWays, newWays, waysOf } from './factor-ways.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import { countMail } from './mail-sign-in.ts';
import { passkeyPlace } from './passkey-place.ts';

/** The ways that take a step of ours before the person can answer. */
export type AskedWay = Exclude<SecondFactorWay, 'totp'>;

/** The page that asks, and the app of its mails. */
export interface FactorCall {
  readonly origin: string | undefined;
  readonly appName: string;
  readonly ip: string;
}

/**
 * Chooses at a sign-in by which way the second factor is proved, or set up: a mail with a code goes out, or the device is asked for a
 * passkey.
 * @throws {ApiError} unauthenticated for a challenge that is wrong or old; permission-denied for a way that does not count here;
 * too-many-requests after five mails to the address within an hour
 */
export async function chooseFactor(
  services: Services,
  storage: StorageRow,
  { challenge, way, ...call }: FactorCall & { challenge: string; way: AskedWay },
): Promise<Challenge> {
  const { id, found } = await findChallenge(services, { storage, given: { challenge, code: '' }, purposes: ['factor', 'new-factor'] });
  const user = found.key === null ? null : await userOfKey(services, storage.id, found.key);
  if (!user || user.mark !== found.passwordMark) throw wrong();
  const byMail = found.byMail === true;
  const isNew = found.purpose === 'new-factor';
  if (isNew && user.factor) throw wrong(); // it was set up meanwhile
  const ways = isNew ? newWays(storage, user, byMail) : countedWays(user, byMail);
  if (!ways.includes(way)) throw new ApiError('permission-denied', 'This way of the second factor does not count for this sign-in.');
  return askWay(services, storage, { ...call, challenge: id, user, way, mayMake: isNew });
}

interface AskedWayOf extends FactorCall {
  readonly challenge: string;
  readonly user: FoundUser;
  readonly way: AskedWay;
  /** The factor is set up with it. */
  readonly mayMake: boolean;
}

/** Asks the holder of a challenge by a way that the caller has checked. */
export async function askWay(services: Services, storage: StorageRow, asked: AskedWayOf): Promise<Challenge> {
  return asked.way === 'mail' ? mailCode(services, storage, asked) : askDevice(services, storage, asked);
}

async function mailCode(
  services: Services,
  storage: StorageRow,
  { challenge, user, appName, ip, mayMake }: AskedWayOf,
): Promise<Challenge> {
  const { email, name } = user;
  if (email === null) throw wrong();
  await countMail(services, storage, { address: sharedClaim(storage.id, 'email', email), ip });
  const { code, codeHash } = newCode(services, challenge);
  const mail = newMail(services, {
    to: { name, address: email },
    template: 'app-user-factor-code',
    values: { name, app: appName, code, isNew: mayMake },
    app: user.app,
  });
  await services.store.commit([signInChallenges.update(challenge, { codeHash, isMailed: true, address: sha256(email) }), mail.write]);
  await deliver(services, mail.id);
  return { ...factorAnswer(challenge, ['mail']), message: 'A mail with a code is on its way.' };
}

async function askDevice(
  services: Services,
  storage: StorageRow,
  { challenge, user, origin, appName, mayMake }: AskedWayOf,
): Promise<Challenge> {
  const place = passkeyPlace(storage, origin);
  const { passkeyQuestion } = await import('./factor-passkey.ts'); // large
  const { question, answer } = await passkeyQuestion(user, { place, appName, mayMake });
  await services.store.commit([signInChallenges.update(challenge, { question })]);
  return { ...factorAnswer(challenge, ['passkey']), ...answer };
}

/** @returns the ways that a user who is signed in may still add */
export function ownNewWays(storage: StorageRow, user: FoundUser): SecondFactorWay[] {
  const has = waysOf(user.factor);
  return newWays(storage, user, user.mark === '').filter((way) => !has.includes(way));
}
