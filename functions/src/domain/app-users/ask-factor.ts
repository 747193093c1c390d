import type { SecondFactorWay } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { Write } from '../../store/model/writes.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type Challenge, challengeMillis, newChallenge } from './challenges.ts';
import { countedWays, newWays } from './factor-ways.ts';
import { sealedSecret } from './factor-secret.ts';
import type { FoundUser } from './find-user.ts';
import type { Identity } from './identity.ts';
import { sealed } from './start-provider.ts';
import { newTotp } from './totp.ts';
import { writeBeside } from './write-beside.ts';

interface AskedUser {
  readonly user: FoundUser;
  /** The first factor came by mail. */
  readonly byMail?: boolean;
  readonly alsoWrites?: readonly Write[];
}

/**
 * Asks a user who has proved the first factor for the second.
 * @param alsoWrites in the same commit
 * @param links an account elsewhere that is linked with the answer
 */
export async function askFactor(
  services: Services,
  storage: StorageRow,
  { user, byMail = false, alsoWrites = [], links }: AskedUser & { links?: Identity | undefined },
): Promise<Challenge> {
  const pending = links && sealed(services, storage, links);
  const made = factorChallenge(services, storage, { purpose: 'factor', user, byMail, pending });
  await asked(services, storage, { user, writes: [made.write, ...alsoWrites] });
  return factorAnswer(made.id, countedWays(user, byMail));
}

/**
 * Gives a user the secret of an authenticator app, whose first code makes it valid; where users set up other ways, they are named.
 * @param appName as the app shows the entry
 * @throws {ApiError} permission-denied for a user who can set up none
 */
export async function askNewFactor(
  services: Services,
  storage: StorageRow,
  {
    user,
    purpose,
    appName,
    byMail = false,
    hadFactor = false,
    alsoWrites = [],
  }: AskedUser & { purpose: 'new-factor' | 'own-factor'; appName: string; hadFactor?: boolean },
): Promise<Challenge> {
  const ways = newWays(storage, user, byMail);
  if (ways.length === 0)
    throw new ApiError('permission-denied', 'A second factor beside the mail is needed here. Sign in with your password, or ask the app.');
  const setUp = ways.includes('totp') ? await newTotp({ appName, userName: user.name }) : undefined;
  const pending = setUp && sealedSecret(services, { storageId: storage.id, key: user.key }, setUp.secret);
  const made = factorChallenge(services, storage, { purpose, user, byMail, hadFactor, pending });
  await asked(services, storage, { user, writes: [made.write, ...alsoWrites] });
  if (!setUp) return { ...factorAnswer(made.id, ways), message: 'Set up a second factor: choose one of the ways.' };
  const message = 'Add the secret to your authenticator app and send the code that it shows.';
  return { ...factorAnswer(made.id, ways), message, setUp };
}

/** A challenge alone is nothing that somebody who has left would leave behind. */
async function asked(
  services: Services,
  storage: StorageRow,
  { user, writes }: { user: FoundUser; writes: readonly Write[] },
): Promise<void> {
  if (writes.length === 1) await services.store.commit(writes);
  else await writeBeside(services, storage, { key: user.key, writes });
}

interface AskedFactor {
  readonly purpose: SignInChallengeDocument['purpose'];
  readonly user: FoundUser;
  readonly byMail?: boolean;
  readonly hadFactor?: boolean;
  readonly pending?: string | undefined;
}

/** A challenge for the second factor. Nobody knows its code or its link until a way is chosen that mails one. */
export function factorChallenge(
  services: Services,
  storage: StorageRow,
  { purpose, user, byMail = false, hadFactor = false, pending }: AskedFactor,
) {
  return newChallenge(services, storage, {
    purpose,
    key: user.key,
    passwordMark: user.mark,
    address: '',
    ...(pending === undefined ? {} : { pending }),
    ...(byMail ? { byMail } : {}),
    ...(hadFactor ? { hadFactor } : {}),
  });
}

const messages = {
  totp: 'Send the code of your authenticator app, or a recovery code.',
  passkey: 'Prove that it is you with your passkey, or send a recovery code.',
  mail: 'Ask for a code by mail, or send a recovery code.',
  recovery: 'Send a recovery code: no other way of your second factor counts for this sign-in.',
};

/** The way that is there, in the order of their strength in daily life, is the one that is named first. */
export function factorAnswer(challenge: string, factors: readonly SecondFactorWay[]): Challenge {
  const [factor = 'recovery'] = factors;
  return { challenge, expiresIn: challengeMillis / 1000, message: messages[factor], factor, factors };
}
