import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { authTokens, credentials, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { newMail } from '../mail/outbox.ts';
import { authTokenId, isOutdated, linkOf, newAuthToken, notMeLink } from '../mailed-links/auth-tokens.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { inLetters } from '../../validation/mailbox.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import type { Origin } from '../callers/caller.ts';
import { findUser } from './find-user.ts';
import { withPlace } from './places.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';

/**
 * Confirms an address. Repeatable, because mail scanners open links before people do.
 * @returns the key of the message for the page
 * @throws {ApiError} not-found for an unknown, expired or other kind of token
 */
export async function verifyAccount(services: Services, token: string, origin: Origin): Promise<'verified' | 'alreadyVerified'> {
  const id = authTokenId(token);
  return services.store.transaction(async (tx) => {
    const found = (await tx.authTokens.get(id))?.data;
    if (found?.kind !== 'verify') throw failed();
    const user = (await tx.users.get(found.uid))?.data;
    if (!user) throw failed();
    if (user.verifiedAt) return 'alreadyVerified';
    if (found.expiresAt.toMillis() <= services.clock()) throw failed();
    const credential = (await tx.credentials.get(found.uid))?.data;
    if (isOutdated(found, credential)) throw failed();
    const now = Timestamp.fromMillis(services.clock());
    const event = { uid: found.uid, user, activity: 'Verify Account', kind: 'verified', origin } as const;
    tx.write(
      users.update(found.uid, { verifiedAt: now, updatedAt: now }),
      authTokens.update(id, { usedAt: now }),
      // The place of whoever reads the mailbox: a first login from elsewhere is told.
      ...(credential ? [credentials.update(found.uid, { places: withPlace(services, credential.places, origin) })] : []),
      ...(await accountActivity(services, event)),
    );
    return 'verified';
  });
}

const wait = say('mailJustSent');
const perEmail = { scope: 'resend-verification', max: 1, windowMillis: 60_000, message: wait };
const perAddress = { scope: 'resend-ip', max: 30, windowMillis: 3600_000, message: wait };

/** Sends a new verification mail if the address is unverified. The answer does not show whether it is. */
export async function resendVerification(services: Services, email: string, origin: Origin): Promise<void> {
  await countAttempt(services, perAddress, origin.ip);
  await countAttempt(services, perEmail, inLetters(email));
  await mailingEvenly(services, () => queueVerification(services, email));
}

async function queueVerification(services: Services, email: string): Promise<string | null> {
  const found = await findUser(services, email);
  if (!found || found.user.verifiedAt) return null;
  const { uid, user } = found;
  const verification = newAuthToken(services, { kind: 'verify', uid });
  const notMe = notMeLink(services, uid, true);
  const mail = newMail(services, {
    to: { name: user.name, address: user.email },
    template: 'verify',
    values: { name: user.name, link: linkOf(services, verification.token, 'verify'), notMe: notMe.link },
  });
  await services.store.commit([verification.write, notMe.write, mail.write]);
  return mail.id;
}

function failed(): ApiError {
  return new ApiError('not-found', say('verificationFailed'));
}
