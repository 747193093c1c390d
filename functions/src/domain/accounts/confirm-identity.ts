import type { AccountChange, FieldProblem } from '@bedplate/contract';
import { ApiError, inEnglish, invalidField, type SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { type AttemptLimit, countAttempt, forgetAttempts } from '../rate-limits/attempts.ts';
import type { Caller } from '../callers/caller.ts';
import { hasPasswordAtFirebase } from './auth-users.ts';
import { provePassword } from './credentials.ts';
import { checkCode } from './two-factor.ts';

type Proof = Pick<AccountChange, 'current_password' | 'twoFactorCode'>;

const perUser: AttemptLimit = {
  scope: 'confirm-identity',
  max: 10,
  windowMillis: 15 * 60_000,
  message: say('passwordsWrong'),
};

/**
 * Protects the account from a stolen session: changes of password or second factor, and its deletion, need the current password and, where the
 * second factor is on or there is no password, a mailed code. A login just before is no proof, since its token is what is stolen.
 * @param isTwoFactorOn before the change
 * @throws {ApiError} invalid-argument that names `current_password` or `twoFactorCode`, or both, when they are missing or
 * wrong (`unauthenticated` would mean an ended session); too-many-requests
 */
export async function confirmIdentity(
  services: Services,
  { caller, given, isTwoFactorOn }: { caller: Caller; given: Proof; isTwoFactorOn: boolean },
): Promise<void> {
  const { current_password: password, twoFactorCode: code } = given;
  const needsPassword = await hasPassword(services, caller.uid);
  const needsCode = isTwoFactorOn || !needsPassword;
  const missing = [
    ...(needsPassword && !password ? [problem('current_password', 'confirmIdentity')] : []),
    ...(needsCode && !code ? [problem('twoFactorCode', 'confirmByCode')] : []),
  ];
  const [first] = missing;
  if (first) throw new ApiError('invalid-argument', say(first.key), { details: missing });
  if (needsPassword && password) await confirmPassword(services, caller.uid, password);
  if (needsCode && code) await confirmCode(services, caller.uid, code);
}

async function hasPassword(services: Services, uid: string): Promise<boolean> {
  const credential = (await services.store.credentials.get(uid))?.data;
  return credential ? credential.passwordHash !== null : hasPasswordAtFirebase(services, uid);
}

async function confirmPassword(services: Services, uid: string, password: string): Promise<void> {
  await countAttempt(services, perUser, uid);
  if (!(await provePassword(services, uid, password))) throw invalidField('current_password', say('wrongPassword'));
  await forgetAttempts(services, perUser, uid);
}

async function confirmCode(services: Services, uid: string, code: string): Promise<void> {
  try {
    await checkCode(services, uid, code);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw invalidField('twoFactorCode', say('twoFactorWrong'));
    throw error;
  }
}

function problem(field: string, key: SentenceKey): FieldProblem & { key: SentenceKey } {
  return { field, message: inEnglish(say(key)), key };
}
