import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { authTokens, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { AuthTokenDocument, CredentialDocument } from '../../store/documents/documents.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { inLetters } from '../../validation/mailbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { authTokenId, isOutdated, linkOf, newAuthToken } from '../mailed-links/auth-tokens.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { findUser } from './find-user.ts';
import { setPassword } from './new-password.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { unlock } from './lock.ts';
import { startAfresh } from './start-afresh.ts';
import { hashPassword } from '../records/model/password.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';

const wait = say('mailJustSent');
const perEmail = { scope: 'forgot-email', max: 1, windowMillis: 60_000, message: wait };
const perAddress = { scope: 'forgot-ip', max: 30, windowMillis: 3600_000, message: wait };

/** Mails a link to set a new password, to a known and active user; every address gets the same answer. */
export async function forgotPassword(services: Services, email: string, origin: Origin): Promise<void> {
  await countAttempt(services, perAddress, origin.ip);
  await countAttempt(services, perEmail, inLetters(email));
  await mailingEvenly(services, async () => {
    const found = await findUser(services, email);
    if (!found?.user.is_active) return null;
    const { uid, user } = found;
    const reset = newAuthToken(services, { kind: 'reset', uid });
    const values = { name: user.name, link: linkOf(services, reset.token, 'reset-password') };
    const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'reset', values });
    await services.store.commit([reset.write, mail.write]);
    return mail.id;
  });
}

/** Checks a reset token without using it. @throws {ApiError} not-found */
export async function checkResetToken(services: Services, token: string): Promise<void> {
  const found = (await services.store.authTokens.get(authTokenId(token)))?.data;
  goodToken(services, found, found && (await services.store.credentials.get(found.uid))?.data);
}

interface Reset {
  readonly password: string;
  /** Somebody else may have used the account: see `startAfresh`, which a first proof of the address brings anyway. */
  readonly startsAfresh?: boolean;
}

/** Sets the password, once per token; a link also proves the address. Ends all sessions and sends a mail. */
export async function resetPassword(
  services: Services,
  { token, reset: { password, startsAfresh }, origin }: { token: string; reset: Reset; origin: Origin },
): Promise<void> {
  await checkResetToken(services, token); // before the work of a hash
  const passwordHash = await hashPassword(password);
  const { uid, email, notice } = await services.store.transaction(async (tx) => {
    const id = authTokenId(token);
    const stored = (await tx.authTokens.get(id))?.data;
    const { uid } = goodToken(services, stored, stored && (await tx.credentials.get(stored.uid))?.data);
    const user = (await tx.users.get(uid))?.data;
    if (!user) throw badToken();
    const now = Timestamp.fromMillis(services.clock());
    const notice = noticeTo(services, { uid, user }, { kind: 'passwordChanged', origin });
    const fresh = user.verifiedAt && !startsAfresh ? [] : await startAfresh(services, tx, { uid, user });
    tx.write(
      ...(await setPassword(services, tx, { uid, passwordHash, origin })),
      ...fresh,
      ...(await accountActivity(services, { uid, user, activity: 'Change Password', kind: 'passwordSet', origin })),
      authTokens.update(id, { usedAt: now }),
      users.update(uid, { updatedAt: now, ...(user.verifiedAt ? {} : { verifiedAt: now }) }),
      ...notice.writes,
    );
    return { uid, email: user.email, notice };
  });
  await waitForPropagation();
  await unlock(services, uid, email);
  await deliver(services, notice.mailId);
}

/** A new password, a deactivation and a lock invalidate every older link. @throws {ApiError} not-found */
function goodToken(
  services: Services,
  found: AuthTokenDocument | undefined,
  credential: CredentialDocument | undefined,
): AuthTokenDocument {
  const isOpen = found?.kind === 'reset' && found.usedAt === null && found.expiresAt.toMillis() > services.clock();
  if (!isOpen || isOutdated(found, credential)) throw badToken();
  return found;
}

function badToken(): ApiError {
  return new ApiError('not-found', say('resetTokenFailed'));
}
