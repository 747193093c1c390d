import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { authTokens, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { AuthTokenDocument } from '../../store/documents/documents.ts';
import { newMail, sendMail } from '../mail/outbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { authTokenId, linkOf, newAuthToken } from './auth-tokens.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { findAuthUser, markVerified, replacePassword } from './auth-users.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { unlock } from './lock.ts';
import { endSessionsOf } from './sessions.ts';

const wait = say('mailJustSent');
const perEmail = { scope: 'forgot-email', max: 1, windowMillis: 60_000, message: wait };
const perAddress = { scope: 'forgot-ip', max: 30, windowMillis: 3600_000, message: wait };

/** Mails a link to set a new password, to a known and active user; every address gets the same answer. */
export async function forgotPassword(services: Services, email: string, origin: Origin): Promise<void> {
  await countAttempt(services, perAddress, origin.ip);
  await countAttempt(services, perEmail, email);
  await mailingEvenly(services, async () => {
    const authUser = await findAuthUser(services, email);
    const user = authUser && (await services.store.users.get(authUser.uid))?.data;
    if (!authUser || !user?.is_active) return null;
    const reset = newAuthToken(services, 'reset', authUser.uid);
    const values = { name: user.name, link: linkOf(services, reset.token, 'reset-password') };
    const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'reset', values });
    await services.store.commit([reset.write, mail.write]);
    return mail.id;
  });
}

/** Checks a reset token without using it. @throws {ApiError} not-found */
export async function checkResetToken(services: Services, token: string): Promise<void> {
  await refuseUnlessGood(services, (await services.store.authTokens.get(authTokenId(token)))?.data);
}

/** Sets the password, once per token; a link also proves the address. Ends all sessions and sends a mail. */
export async function resetPassword(services: Services, token: string, password: string, origin: Origin): Promise<void> {
  await checkResetToken(services, token);
  const now = Timestamp.fromMillis(services.clock());
  const { uid, email } = await services.store.transaction(async (tx) => {
    const found = (await tx.authTokens.get(authTokenId(token)))?.data;
    if (!found || !isOpen(services, found)) throw badToken();
    const user = (await tx.users.get(found.uid))?.data;
    if (!user) throw badToken();
    const event = {
      uid: found.uid,
      user,
      activity: 'Change Password',
      kind: 'passwordSet',
      origin,
    } as const;
    tx.write(
      authTokens.update(authTokenId(token), { usedAt: now }),
      users.update(found.uid, { updatedAt: now, ...(user.verifiedAt ? {} : { verifiedAt: now }) }),
      ...(await accountActivity(services, event)),
    );
    return { uid: found.uid, email: user.email };
  });
  await replacePassword(services, uid, password);
  await markVerified(services, uid);
  await endSessionsOf(services, uid);
  await unlock(services, uid, email);
  await tellPasswordChanged(services, uid);
}

export async function tellPasswordChanged(services: Services, uid: string): Promise<void> {
  const user = (await services.store.users.get(uid))?.data;
  if (!user) return;
  const values = {
    name: user.name,
    time: new Date(services.clock()).toUTCString(),
    reset: `${services.config.publicOrigin}/forgot-password`,
  };
  await sendMail(services, { to: { name: user.name, address: user.email }, template: 'password-changed', values });
}

/** Binds a token to the current password: a new password invalidates every older link. */
async function refuseUnlessGood(services: Services, found: AuthTokenDocument | undefined): Promise<void> {
  if (!found || !isOpen(services, found)) throw badToken();
  const authUser = await services.auth.getUser(found.uid).catch(() => null);
  const validAfter = Date.parse(authUser?.tokensValidAfterTime ?? '') || 0;
  if (!authUser || found.createdAt.toMillis() + 1000 < validAfter) throw badToken();
}

function isOpen(services: Services, found: AuthTokenDocument): boolean {
  return found.kind === 'reset' && found.usedAt === null && found.expiresAt.toMillis() > services.clock();
}

function badToken(): ApiError {
  return new ApiError('not-found', say('resetTokenFailed'));
}
