import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { Write } from '../../store/model/writes.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type Challenge, challengeMillis, newChallenge } from './challenges.ts';
import type { FoundUser } from './find-user.ts';
import { sealedSecret } from './factor-secret.ts';
import { newTotp } from './totp.ts';

interface AskedUser {
  readonly user: FoundUser;
  readonly alsoWrites?: readonly Write[];
}

/** Asks a user who has proved the first factor for the second. @param alsoWrites in the same commit */
export async function askFactor(services: Services, storage: StorageRow, { user, alsoWrites = [] }: AskedUser): Promise<Challenge> {
  const made = factorChallenge(services, storage, { purpose: 'factor', user });
  await services.store.commit([made.write, ...alsoWrites]);
  return answer(made.id, 'Send the code of your authenticator app, or a recovery code.');
}

/** Gives a user the secret of an authenticator app, whose first code makes it valid. @param appName as the app shows the entry */
export async function askNewFactor(
  services: Services,
  storage: StorageRow,
  { user, purpose, appName, alsoWrites = [] }: AskedUser & { purpose: 'new-factor' | 'own-factor'; appName: string },
): Promise<Challenge> {
  const setUp = await newTotp({ appName, userName: user.name });
  const pending = sealedSecret(services, { storageId: storage.id, key: user.key }, setUp.secret);
  const made = factorChallenge(services, storage, { purpose, user, pending });
  await services.store.commit([made.write, ...alsoWrites]);
  return { ...answer(made.id, 'Add the secret to your authenticator app and send the code that it shows.'), setUp };
}

/** Its mailed code and its link are known to nobody. */
function factorChallenge(
  services: Services,
  storage: StorageRow,
  { user, ...asked }: Pick<SignInChallengeDocument, 'purpose' | 'pending'> & { user: FoundUser },
) {
  return newChallenge(services, storage, { ...asked, key: user.key, passwordMark: user.mark, address: '' });
}

function answer(challenge: string, message: string): Challenge {
  return { challenge, expiresIn: challengeMillis / 1000, message, factor: 'totp' };
}
