import { type AccountChange, timings } from '@bedplate/contract';
import { ApiError, invalidField, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { type AttemptLimit, countAttempt, forgetAttempts } from '../rate-limits/attempts.ts';
import type { Caller } from '../callers/caller.ts';
import { checkCode } from './two-factor.ts';

const perUser: AttemptLimit = {
  scope: 'confirm-identity',
  max: 10,
  windowMillis: 15 * 60_000,
  message: say('passwordsWrong'),
};

/**
 * Protects the account from a stolen session: changes of password or second factor need the current
 * password or a mailed code, unless the person has just logged in.
 * @throws {ApiError} invalid-argument that names `current_password` or `twoFactorCode`, also when it
 * is wrong (`unauthenticated` would mean an ended session); too-many-requests
 */
export async function confirmIdentity(services: Services, caller: Caller, given: AccountChange): Promise<void> {
  if (given.twoFactorCode) return confirmCode(services, caller.uid, given.twoFactorCode);
  if (given.current_password) {
    await countAttempt(services, perUser, caller.uid);
    if ((await services.identityToolkit.checkPassword(caller.email, given.current_password)) !== caller.uid)
      throw invalidField('current_password', say('wrongPassword'));
    return forgetAttempts(services, perUser, caller.uid);
  }
  const session = (await services.store.sessions.get(caller.sid))?.data;
  const age = services.clock() - (session?.createdAt.toMillis() ?? 0);
  if (age > timings.recentLogin) throw invalidField('current_password', say('confirmIdentity'));
}

async function confirmCode(services: Services, uid: string, code: string): Promise<void> {
  try {
    await checkCode(services, uid, code);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw invalidField('twoFactorCode', error.message);
    throw error;
  }
}
