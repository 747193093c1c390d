import { signInOf } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { checkPassword, type SignedIn, signedIn } from './authenticate.ts';
import type { Challenge } from './challenges.ts';
import { userOfKey } from './find-user.ts';
import { askForProof, type MailCall } from './mail-sign-in.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';
import { signInOrAsk } from './sign-in-or-ask.ts';

interface PagePassword extends MailCall {
  readonly field: 'username' | 'email';
  readonly name: string;
  readonly password: string;
  readonly from: SeenCaller;
}

/**
 * Signs a user in by password as the storage asks for it.
 * @returns a challenge while the storage asks for a proof of the e-mail and the user has not given it, and for the second factor
 * @throws {ApiError} as `authenticate`; permission-denied where the way is off
 */
export async function signInByPassword(services: Services, storage: StorageRow, call: PagePassword): Promise<SignedIn | Challenge> {
  requireMethod(storage, 'password');
  const { record, mark } = await checkPassword(services, storage, call);
  const { verifyEmail, secondFactor } = signInOf(storage.data);
  const user = verifyEmail || secondFactor !== 'off' ? await userOfKey(services, storage.id, record.id) : null;
  if (verifyEmail && user?.email && !user.isProven) return askForProof(services, storage, { ...call, user, email: user.email });
  if (user) return signInOrAsk(services, storage, { ...call, user: { ...user, mark } });
  const session = newSession(services.records, { storageId: storage.id, key: record.id, mark, from: call.from });
  await services.store.commit([session.write]);
  return signedIn(services, storage, { record, session, mark });
}
