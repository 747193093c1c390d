import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { challenges } from '../../store/collections.ts';
import { authTokens } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { newMail } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { forgetAttempts } from '../rate-limits/attempts.ts';
import { authTokenId, linkOf, newAuthToken } from './auth-tokens.ts';
import { findAuthUser } from './auth-users.ts';
import type { Origin } from '../callers/caller.ts';
import { perAccount } from '../rate-limits/login-limits.ts';

/**
 * Mails an unlocking link after the last allowed attempt, to a known and active user. Unknown
 * addresses are also locked.
 * @returns the mail's id, to deliver
 */
export async function queueLocked(services: Services, email: string, origin: Origin): Promise<string | null> {
  const authUser = await findAuthUser(services, email);
  const user = authUser && (await services.store.users.get(authUser.uid))?.data;
  if (!authUser || !user?.is_active) return null;
  const token = newAuthToken(services, 'unlock', authUser.uid);
  const rows = await accountActivity(services, {
    uid: authUser.uid,
    user,
    activity: 'Lock Account',
    kind: 'lockedOut',
    origin,
  });
  const mail = newMail(services, {
    to: { name: user.name, address: user.email },
    template: 'locked',
    values: {
      name: user.name,
      link: linkOf(services, token.token, 'unlock'),
      ip: origin.ip,
      time: new Date(services.clock()).toUTCString(),
    },
  });
  await services.store.commit([token.write, ...rows, mail.write]);
  return mail.id;
}

/** Ends the wait after too many wrong passwords or codes, once per link. @throws {ApiError} not-found */
export async function unlockAccount(services: Services, token: string, origin: Origin): Promise<void> {
  const id = authTokenId(token);
  const { uid, email } = await services.store.transaction(async (tx) => {
    const found = (await tx.authTokens.get(id))?.data;
    const now = services.clock();
    if (found?.kind !== 'unlock' || found.usedAt !== null || found.expiresAt.toMillis() <= now) throw badLink();
    const user = (await tx.users.get(found.uid))?.data;
    if (!user) throw badLink();
    tx.write(authTokens.update(id, { usedAt: Timestamp.fromMillis(now) }));
    const event = { uid: found.uid, user, activity: 'Unlock Account', kind: 'unlocked', origin } as const;
    tx.write(...(await accountActivity(services, event)));
    return { uid: found.uid, email: user.email };
  });
  await unlock(services, uid, email);
}

/** Unlocks an address for someone who has proved to own it. */
export async function unlock(services: Services, uid: string, email: string): Promise<void> {
  await forgetAttempts(services, perAccount, email);
  await services.store.transaction(async (tx) => {
    if (await tx.challenges.get(uid)) tx.write(challenges.update(uid, { lockedUntil: null, wrong: 0, wrongInHour: 0 }));
  });
}

function badLink(): ApiError {
  return new ApiError('not-found', say('unlockFailed'));
}
