import { messages } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { queueMail } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { forgetAttempts } from '../rate-limits/attempts.ts';
import { authTokenRef, linkOf, newAuthToken } from './auth-tokens.ts';
import { findAuthUser } from './auth-users.ts';
import type { Origin } from '../callers/caller.ts';
import { perAccount } from '../rate-limits/login-limits.ts';

/**
 * After the last allowed try: a mail with a link that unlocks, to a known and active user. An unknown address is locked all the same.
 * @returns the mail's id, to deliver
 */
export async function queueLocked(services: Services, email: string, origin: Origin): Promise<string | null> {
  const authUser = await findAuthUser(services, email);
  const user = authUser && (await collections(services.db).users.doc(authUser.uid).get()).data();
  if (!authUser || !user?.is_active) return null;
  const token = newAuthToken(services, 'unlock', authUser.uid);
  const batch = services.db.batch();
  batch.create(token.ref, token.document);
  await accountActivity(services, batch, {
    uid: authUser.uid,
    user,
    activity: 'Lock Account',
    description: 'was locked out after too many wrong passwords',
    origin,
  });
  const mailId = queueMail(services, batch, {
    to: { name: user.name, address: user.email },
    template: 'locked',
    values: {
      name: user.name,
      link: linkOf(services, token.token, 'unlock'),
      ip: origin.ip,
      time: new Date(services.clock()).toUTCString(),
    },
  });
  await batch.commit();
  return mailId;
}

/** Ends the wait after too many wrong passwords or codes, once per link. @throws {ApiError} not-found */
export async function unlockAccount(services: Services, token: string, origin: Origin): Promise<void> {
  const ref = authTokenRef(services, token);
  const { uid, email } = await services.db.runTransaction(async (tx) => {
    const found = (await tx.get(ref)).data();
    const now = services.clock();
    if (found?.kind !== 'unlock' || found.usedAt !== null || found.expiresAt.toMillis() <= now) throw badLink();
    const user = (await tx.get(collections(services.db).users.doc(found.uid))).data();
    if (!user) throw badLink();
    tx.update(ref, { usedAt: Timestamp.fromMillis(now) });
    await accountActivity(services, tx, { uid: found.uid, user, activity: 'Unlock Account', description: 'unlocked the account', origin });
    return { uid: found.uid, email: user.email };
  });
  await unlock(services, uid, email);
}

/** For someone who has proved to own the address. */
export async function unlock(services: Services, uid: string, email: string): Promise<void> {
  await forgetAttempts(services, perAccount, email);
  const challenge = collections(services.db).challenges.doc(uid);
  await services.db.runTransaction(async (tx) => {
    if ((await tx.get(challenge)).exists) tx.update(challenge, { lockedUntil: null, wrong: 0, wrongInHour: 0 });
  });
}

function badLink(): ApiError {
  return new ApiError('not-found', messages.unlockFailed);
}
