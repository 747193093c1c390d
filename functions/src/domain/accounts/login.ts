import type { Credentials, Role, UserDocument } from '@bedplate/contract';
import { inLetters } from '../../validation/mailbox.ts';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { credentials, sessions, users } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { CredentialDocument, TenantDocument } from '../../store/documents/documents.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { countAttempt, countFailure, forgetAttempts } from '../rate-limits/attempts.ts';
import { readyAuthUser } from './auth-users.ts';
import { provePassword } from './credentials.ts';
import { isUnusual, withPlace } from './places.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { deliver } from '../mail/outbox.ts';
import { log } from '../../config/log.ts';
import { findUser } from './find-user.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { queueLocked } from './lock.ts';
import { perAccount, perAddress } from '../rate-limits/login-limits.ts';
import { mintTokens } from './mint-tokens.ts';
import { RoleSchema } from '../callers/role-schema.ts';
import { newSession } from './sessions.ts';
import { checkCode, sendCode } from './two-factor.ts';

type User = UserDocument<Timestamp> & { uid: string };

/** Someone whose password was right, with what it opened. */
type Proved = User & { credential: CredentialDocument };

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
  return openSession(services, user, { origin, passwordHash: user.credential.passwordHash });
}

/**
 * Reads the rights in the commit of the session: a demotion, deactivation, suspension, lock or new password either ends
 * the session or is seen here. The read documents are not written, so parallel logins do not wait.
 * @param user who has proved to be that; the rights are read again
 * @param given the hash that the password opened, which must still be the person's
 */
export async function openSession(
  services: Services,
  { uid, is_enable_two_factor: mfa }: User,
  { origin, passwordHash }: { origin: Origin; passwordHash?: string | null },
): Promise<Login> {
  const { sid, rights, createdAt, present, credential } = await services.store.transaction(async (tx) => {
    const present = (await tx.users.get(uid))?.data;
    if (!present) throw new ApiError('unauthenticated', say('loginFailed'));
    if (!present.is_active) throw inactive();
    const credential = (await tx.credentials.get(uid))?.data;
    if (passwordHash !== undefined && credential?.passwordHash !== passwordHash) throw new ApiError('unauthenticated', say('loginFailed'));
    refuseLocked(credential);
    const { tenantId, projectId, name } = present;
    const role = knownRole(present.role);
    const tenant = tenantId ? (await tx.tenants.get(tenantId))?.data : undefined;
    if (role !== 'superadmin' && !tenant?.active) throw suspended(tenant);
    const session = newSession(services, { uid, tenantId, origin });
    tx.write(sessions.create(session.sid, session.document));
    if (tenant) {
      const event = { uid, user: present, adminId: tenant.ownerUid, origin };
      tx.write(...(await accountActivity(services, { ...event, activity: 'User Login', kind: 'loggedIn' })));
    }
    return { sid: session.sid, rights: { role, tenantId, projectId, name }, createdAt: session.document.createdAt, present, credential };
  });
  const places = credential?.places ?? {};
  const after = withPlace(services, places, origin);
  const notice = isUnusual(services, places, origin)
    ? noticeTo(services, { uid, user: present }, { kind: 'newLogin', origin, disowns: present.last_login === null })
    : null;
  const writes = [
    users.update(uid, { last_login: createdAt }),
    ...(credential && after !== places ? [credentials.update(uid, { places: after })] : []),
    ...(notice?.writes ?? []),
  ];
  await Promise.all([services.store.commit(writes), readyAuthUser(services, uid, credential !== undefined)]);
  // Awaited, since an instance has no processor after its answer; a failure is left to the outbox's schedule and does not undo a login.
  const mailed =
    notice && deliver(services, notice.mailId).catch((error: unknown) => log.warn('mail.later', { mailId: notice.mailId }, error));
  const [tokens] = await Promise.all([mintTokens(services, { uid, sid, mfa, claims: rights }), mailed]);
  return { ...tokens, data: { id: uid, role: rights.role, projectId: rights.projectId } };
}

/** Called when the person has proved to be the owner, so the refusal may name its reason. @throws {ApiError} permission-denied */
export function refuseLocked(credential: CredentialDocument | undefined): void {
  if (credential?.lockedAt) throw new ApiError('permission-denied', say('accountLocked'));
}

/** A role that we do not know has no rights. @throws {ApiError} permission-denied */
function knownRole(stored: string): Role {
  const role = RoleSchema.safeParse(stored);
  if (role.success) return role.data;
  throw new ApiError('permission-denied', say('roleUnknown'));
}

/** Said to people who have proved who they are. */
export function inactive(): ApiError {
  return new ApiError('permission-denied', say('userInactive'));
}

/** The password was right, so the refusal may name its reason. */
function suspended(tenant: TenantDocument | undefined): ApiError {
  const reason = tenant?.suspension?.reason;
  return new ApiError('permission-denied', reason ? say('suspendedFor', { reason }) : say('accountSuspended'));
}

/**
 * Answers alike for an unknown address and a wrong password, also in time. An attempt counts before the check, to limit parallel guesses; a right password uncounts it.
 */
async function checkPassword(services: Services, credentials: Credentials, origin: Origin): Promise<Proved> {
  const user = await countFailure(services, {
    limit: perAddress,
    value: origin.ip,
    attempt: () => userOfPassword(services, credentials, origin),
  });
  if (!user.is_active) throw inactive();
  if (!user.verifiedAt) throw new ApiError('permission-denied', say('notVerified'));
  refuseLocked(user.credential);
  return user;
}

async function userOfPassword(services: Services, { email, password }: Credentials, origin: Origin): Promise<Proved> {
  const count = await countAttempt(services, perAccount, inLetters(email));
  const found = await findUser(services, email);
  const credential = await provePassword(services, found?.uid, password);
  if (!found || !credential) {
    await mailingEvenly(services, async () => (count === perAccount.max ? queueLocked(services, email, origin) : null));
    throw new ApiError('unauthenticated', say('loginFailed'));
  }
  await forgetAttempts(services, perAccount, inLetters(email));
  return { ...found.user, uid: found.uid, credential };
}
