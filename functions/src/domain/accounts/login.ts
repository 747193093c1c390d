import { type Credentials, type UserDocument, messages } from '@bedplate/contract';
import type { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents.ts';
import { accountActivity } from './account-activity.ts';
import { countAttempt, forgetAttempts, refuseWhenUsedUp } from './attempts.ts';
import { repairClaims } from './auth-users.ts';
import type { Origin } from './caller.ts';
import { mailingEvenly } from './even-answers.ts';
import { queueLocked } from './lock.ts';
import { perAccount, perAddress } from './login-limits.ts';
import { mintTokens } from './mint-tokens.ts';
import { RoleSchema } from './role-schema.ts';
import { newSession } from './sessions.ts';
import { checkCode, sendCode } from './two-factor.ts';

type User = UserDocument<Timestamp> & { uid: string };

export interface Login {
  accessToken: string;
  customToken: string;
  data: { id: string; role: string; projectId: string | null };
}

/** First step of a login: tells whether a second factor is on, and mails its code. */
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
 * Second step: password and, where it is on, the code. Opens a session and mints the tokens that carry it.
 * @throws {ApiError} unauthenticated, permission-denied (not verified), too-many-requests
 */
export async function finishLogin(services: Services, input: Credentials, origin: Origin): Promise<Login> {
  const user = await checkPassword(services, input, origin);
  if (user.is_enable_two_factor) await checkCode(services, user.uid, input.twoFactorCode ?? '');
  return openSession(services, user, origin);
}

export async function openSession(services: Services, user: User, origin: Origin): Promise<Login> {
  const { sessions, users, tenants } = collections(services.db);
  const tenant = user.tenantId ? (await tenants.doc(user.tenantId).get()).data() : undefined;
  if (user.role !== 'superadmin' && !tenant?.active) throw suspended(tenant);
  const { sid, document } = newSession(services, user.uid, user.tenantId, origin);
  const batch = services.db.batch();
  batch.create(sessions.doc(sid), document);
  batch.update(users.doc(user.uid), { last_login: document.createdAt });
  if (user.tenantId && tenant) {
    const event = { uid: user.uid, user, adminId: tenant.ownerUid, origin };
    await accountActivity(services, batch, { ...event, activity: 'User Login', description: 'logged in' });
  }
  const { role, tenantId, projectId, name } = user;
  await Promise.all([batch.commit(), repairClaims(services, user.uid, { role: RoleSchema.parse(role), tenantId, projectId, name })]);
  return {
    ...(await mintTokens(services, user.uid, sid, user.is_enable_two_factor)),
    data: { id: user.uid, role: user.role, projectId: user.projectId },
  };
}

/** The password was right, so the person may know the reason. */
function suspended(tenant: TenantDocument | undefined): ApiError {
  const reason = tenant?.suspension?.reason;
  return new ApiError('permission-denied', `${messages.accountSuspended}${reason ? ` Reason: ${reason}` : ''}`);
}

/**
 * One message and one speed for an unknown address, a wrong password and a deactivated user. An attempt counts before the
 * password is looked at, so that guesses in parallel do not slip through; a right password gives it back.
 */
async function checkPassword(services: Services, { email, password }: Credentials, origin: Origin): Promise<User> {
  await refuseWhenUsedUp(services, perAddress, origin.ip);
  const count = await countAttempt(services, perAccount, email);
  const uid = await services.identityToolkit.checkPassword(email, password);
  const user = uid === null ? undefined : (await collections(services.db).users.doc(uid).get()).data();
  // Over Firebase's public API a person can write any address into the own Auth user; only the one in our document was proved.
  if (uid === null || !user?.is_active || user.email.toLowerCase() !== email) {
    await mailingEvenly(services, async () => {
      await countAttempt(services, perAddress, origin.ip);
      return count === perAccount.max ? queueLocked(services, email, origin) : null;
    });
    throw new ApiError('unauthenticated', messages.loginFailed);
  }
  await forgetAttempts(services, perAccount, email);
  if (!user.verifiedAt) throw new ApiError('permission-denied', messages.notVerified);
  return { ...user, uid };
}
