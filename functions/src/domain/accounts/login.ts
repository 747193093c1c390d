import { type Credentials, type UserDocument } from '@bedplate/contract';
import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { sessions, users } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { countAttempt, countFailure, forgetAttempts } from '../rate-limits/attempts.ts';
import { alignAuthUser } from './auth-users.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { queueLocked } from './lock.ts';
import { perAccount, perAddress } from '../rate-limits/login-limits.ts';
import { mintTokens } from './mint-tokens.ts';
import { RoleSchema } from '../callers/role-schema.ts';
import { newSession } from './sessions.ts';
import { checkCode, sendCode } from './two-factor.ts';

type User = UserDocument<Timestamp> & { uid: string };

export interface Login {
  accessToken: string;
  customToken: string;
  data: { id: string; role: string; projectId: string | null };
}

/** First step of a login: returns whether a second factor is on, and mails its code. */
export async function startLogin(
  services: Services,
  input: Credentials,
  origin: Origin,
): Promise<{ is_enable_two_factor: boolean; resendInSeconds?: number }> {
  const user = await checkPassword(services, input, origin);
  if (!user.is_enable_two_factor) return { is_enable_two_factor: false };
  return { is_enable_two_factor: true, resendInSeconds: await sendCode(services, user, origin) };
}

/**
 * Second step: checks the password and, if enabled, the code. Opens a session and mints its tokens.
 * @throws {ApiError} unauthenticated, permission-denied (not verified), too-many-requests
 */
export async function finishLogin(services: Services, input: Credentials, origin: Origin): Promise<Login> {
  const user = await checkPassword(services, input, origin);
  if (user.is_enable_two_factor) await checkCode(services, user.uid, input.twoFactorCode ?? '');
  return openSession(services, user, origin);
}

/**
 * Reads the rights in the commit of the session: a demotion, deactivation or suspension either ends
 * the session or is seen here. The read documents are not written, so parallel logins do not wait.
 * @param user whose password was checked; the rights are read again
 */
export async function openSession(services: Services, { uid, is_enable_two_factor: mfa }: User, origin: Origin): Promise<Login> {
  const { sid, rights, createdAt } = await services.store.transaction(async (tx) => {
    const present = (await tx.users.get(uid))?.data;
    if (!present?.is_active) throw new ApiError('unauthenticated', say('loginFailed'));
    const { tenantId, projectId } = present;
    const role = RoleSchema.parse(present.role);
    const tenant = tenantId ? (await tx.tenants.get(tenantId))?.data : undefined;
    if (role !== 'superadmin' && !tenant?.active) throw suspended(tenant);
    const session = newSession(services, uid, tenantId, origin);
    tx.write(sessions.create(session.sid, session.document));
    if (tenant) {
      const event = { uid, user: present, adminId: tenant.ownerUid, origin };
      tx.write(...(await accountActivity(services, { ...event, activity: 'User Login', kind: 'loggedIn' })));
    }
    return { sid: session.sid, rights: { role, tenantId, projectId }, createdAt: session.document.createdAt };
  });
  await Promise.all([services.store.commit([users.update(uid, { last_login: createdAt })]), alignAuthUser(services, uid)]);
  const tokens = await mintTokens(services, { uid, sid, mfa, claims: rights });
  return { ...tokens, data: { id: uid, role: rights.role, projectId: rights.projectId } };
}

/** The password was right, so the refusal may name its reason. */
function suspended(tenant: TenantDocument | undefined): ApiError {
  const reason = tenant?.suspension?.reason;
  return new ApiError('permission-denied', reason ? say('suspendedFor', { reason }) : say('accountSuspended'));
}

/**
 * Answers alike for an unknown address, a wrong password and a deactivated user, also in time. An
 * attempt counts before the check, to limit parallel guesses; a right password uncounts it.
 */
async function checkPassword(services: Services, credentials: Credentials, origin: Origin): Promise<User> {
  const user = await countFailure(services, perAddress, origin.ip, () => userOfPassword(services, credentials, origin));
  if (!user.verifiedAt) throw new ApiError('permission-denied', say('notVerified'));
  return user;
}

async function userOfPassword(services: Services, { email, password }: Credentials, origin: Origin): Promise<User> {
  const count = await countAttempt(services, perAccount, email);
  const uid = await services.identityToolkit.checkPassword(email, password);
  const user = uid === null ? undefined : (await services.store.users.get(uid))?.data;
  // People can change their Auth user's address through Firebase's public API; only the one in our document is proved.
  if (uid === null || !user?.is_active || user.email.toLowerCase() !== email) {
    await mailingEvenly(services, async () => (count === perAccount.max ? queueLocked(services, email, origin) : null));
    throw new ApiError('unauthenticated', say('loginFailed'));
  }
  await forgetAttempts(services, perAccount, email);
  return { ...user, uid };
}
