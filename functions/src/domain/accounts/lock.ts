import { inLetters } from '../../validation/mailbox.ts';
import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { authTokens, challenges, credentials, sessions, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { forgetAttempts } from '../rate-limits/attempts.ts';
import { authTokenId, linkOf, newAuthToken } from '../mailed-links/auth-tokens.ts';
import { newCredential } from './credentials.ts';
import { findUser } from './find-user.ts';
import type { Origin } from '../callers/caller.ts';
import { openSessionsOf } from './sessions.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { perAccount } from '../rate-limits/login-limits.ts';

const resetMillis = 24 * 3600_000;

/**
 * Mails an unlocking link after the last allowed attempt, to a known and active user. Unknown
 * addresses are also locked.
 * @returns the mail's id, to deliver
 */
export async function queueLocked(services: Services, email: string, origin: Origin): Promise<string | null> {
  const found = await findUser(services, email);
  if (!found?.user.is_active) return null;
  const { uid, user } = found;
  const token = newAuthToken(services, { kind: 'unlock', uid });
  const rows = await accountActivity(services, { uid, user, activity: 'Lock Account', kind: 'lockedOut', origin });
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

/**
 * "This was not me": nobody can log in until the password is set by a mailed link, and all sessions end, once per link. Who was
 * verified by then gets that link. A link about a registration or a first login also takes back that the address was proved.
 * Decision 052.
 * @throws {ApiError} not-found
 */
export async function lockByOwner(services: Services, token: string, origin: Origin): Promise<void> {
  const id = authTokenId(token);
  const mailId = await services.store.transaction(async (tx) => {
    const found = (await tx.authTokens.get(id))?.data;
    const now = Timestamp.fromMillis(services.clock());
    if (found?.kind !== 'not-me' || found.usedAt !== null || found.expiresAt.toMillis() <= now.toMillis()) throw badLink();
    const { uid, disowns = false } = found;
    const user = (await tx.users.get(uid))?.data;
    if (!user) throw badLink();
    const before = (await tx.credentials.get(uid))?.data ?? newCredential();
    const open = await openSessionsOf(tx, uid);
    const reset = newAuthToken(services, { kind: 'reset', uid, lifetimeMillis: resetMillis });
    const values = { name: user.name, link: linkOf(services, reset.token, 'reset-password') };
    const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'account-locked', values });
    tx.write(
      authTokens.update(id, { usedAt: now }),
      credentials.set(uid, { ...before, lockedAt: now, linksAfter: now }),
      ...open.rows.map((session) => sessions.update(session.id, { revokedAt: now })),
      ...(await accountActivity(services, { uid, user, activity: 'Lock Account', kind: 'lockedByOwner', origin })),
      ...(disowns ? [users.update(uid, { verifiedAt: null, updatedAt: now })] : []),
      ...(user.verifiedAt ? [reset.write, mail.write] : []),
    );
    return user.verifiedAt ? mail.id : null;
  });
  await waitForPropagation();
  if (mailId) await deliver(services, mailId);
}

/** Unlocks an address for someone who has proved to own it. */
export async function unlock(services: Services, uid: string, email: string): Promise<void> {
  await forgetAttempts(services, perAccount, inLetters(email));
  await services.store.transaction(async (tx) => {
    if (await tx.challenges.get(uid)) tx.write(challenges.update(uid, { lockedUntil: null, wrong: 0, wrongInHour: 0 }));
  });
}

function badLink(): ApiError {
  return new ApiError('not-found', say('unlockFailed'));
}
