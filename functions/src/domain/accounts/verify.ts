import { messages } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { authTokenRef, linkOf, newAuthToken } from './auth-tokens.ts';
import { findAuthUser } from './auth-users.ts';

/**
 * Confirms an address. Repeatable, because mail scanners open links before people do.
 * @returns the message for the page
 * @throws {ApiError} not-found for an unknown, expired or other kind of token
 */
export async function verifyAccount(services: Services, token: string): Promise<string> {
  const { users } = collections(services.db);
  const ref = authTokenRef(services, token);
  return services.db.runTransaction(async (tx) => {
    const found = (await tx.get(ref)).data();
    if (found?.kind !== 'verify') throw failed();
    const user = (await tx.get(users.doc(found.uid))).data();
    if (!user) throw failed();
    if (user.verifiedAt) return messages.alreadyVerified;
    if (found.expiresAt.toMillis() <= services.clock()) throw failed();
    const now = Timestamp.fromMillis(services.clock());
    tx.update(users.doc(found.uid), { verifiedAt: now, updatedAt: now });
    tx.update(ref, { usedAt: now });
    return messages.verified;
  });
}

/** Sends a new verification mail when the address waits for one; says nothing about whether it does. */
export async function resendVerification(services: Services, email: string): Promise<void> {
  const authUser = await findAuthUser(services, email);
  const user = authUser && (await collections(services.db).users.doc(authUser.uid).get()).data();
  if (!authUser || !user || user.verifiedAt) return;
  const verification = newAuthToken(services, 'verify', authUser.uid);
  const batch = services.db.batch();
  batch.create(verification.ref, verification.document);
  const mailId = queueMail(services, batch, {
    to: { name: user.name, address: user.email },
    template: 'verify',
    values: { name: user.name, link: linkOf(services, verification.token, 'verify') },
  });
  await batch.commit();
  await deliver(services, mailId);
}

function failed(): ApiError {
  return new ApiError('not-found', messages.verificationFailed);
}
