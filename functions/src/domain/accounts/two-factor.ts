import { randomInt, randomUUID } from 'node:crypto';
import { deviceName, messages, rendered, timings } from '@bedplate/contract';
import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { challenges } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { ChallengeDocument } from '../../store/documents/documents.ts';
import { equalTexts, mac } from '../../crypto/crypt.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import type { Origin } from '../callers/caller.ts';

const minute = 60_000;
const codeMillis = 10 * minute;
const lockMillis = 15 * minute;
const maxSendsInHour = 5;
const maxWrongPerCode = 5;
const maxWrongInHour = 10;

/**
 * Mails a new code, at most one a minute and five an hour; within the minute the old one stays valid.
 * @returns seconds until the next code can be sent
 */
export async function sendCode(services: Services, user: { uid: string; name: string; email: string }, origin: Origin): Promise<number> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sent = await services.store.transaction(async (tx) => {
    const now = services.clock();
    const before = thisHour((await tx.challenges.get(user.uid))?.data, now);
    refuseLocked(before, now);
    const wait = (before?.sentAt.toMillis() ?? 0) + timings.twoFactorResend - now;
    if (before?.codeHash && wait > 0) return { wait };
    if (before && before.sentInHour >= maxSendsInHour) throw locked(before.hourStart.toMillis() + 60 * minute - now);
    const challengeId = randomUUID();
    tx.write(
      challenges.set(user.uid, {
        challengeId,
        codeHash: codeHash(services, { uid: user.uid, challengeId, code }),
        sentAt: Timestamp.fromMillis(now),
        codeExpiresAt: Timestamp.fromMillis(now + codeMillis),
        wrong: 0,
        hourStart: before?.hourStart ?? Timestamp.fromMillis(now),
        sentInHour: (before?.sentInHour ?? 0) + 1,
        wrongInHour: before?.wrongInHour ?? 0,
        lockedUntil: null,
        expiresAt: Timestamp.fromMillis(now + 120 * minute),
      }),
    );
    const values = {
      name: user.name,
      code,
      device: deviceName(origin.userAgent) ?? 'an unknown device',
      ip: origin.ip,
      time: new Date(now).toUTCString(),
    };
    const mail = newMail(services, { to: { name: user.name, address: user.email }, template: 'two-factor', values });
    tx.write(mail.write);
    return { wait: timings.twoFactorResend, mailId: mail.id };
  });
  if (sent.mailId) await deliver(services, sent.mailId);
  return Math.ceil(sent.wait / 1000);
}

/** @returns what is said of a code that may be asked for again in so many seconds: a new one was sent only with the whole time to wait */
export function codeMessage(resendInSeconds: number): string {
  if (resendInSeconds * 1000 >= timings.twoFactorResend) return messages.twoFactorSent;
  return rendered(messages.twoFactorRecent, { seconds: resendInSeconds });
}

/** Uses up the code. Wrong tries count per code and per hour. @throws {ApiError} unauthenticated or too-many-requests */
export async function checkCode(services: Services, uid: string, code: string): Promise<void> {
  const right = await services.store.transaction(async (tx) => {
    const now = services.clock();
    const challenge = thisHour((await tx.challenges.get(uid))?.data, now);
    refuseLocked(challenge, now);
    if (!challenge?.codeHash || challenge.codeExpiresAt.toMillis() <= now) return false;
    const matches = equalTexts(challenge.codeHash, codeHash(services, { uid, challengeId: challenge.challengeId, code: code.trim() }));
    const wrong = challenge.wrong + (matches ? 0 : 1);
    const wrongInHour = challenge.wrongInHour + (matches ? 0 : 1);
    tx.write(
      challenges.set(uid, {
        ...challenge,
        wrong,
        wrongInHour,
        codeHash: matches || wrong >= maxWrongPerCode ? null : challenge.codeHash,
        lockedUntil: !matches && wrongInHour >= maxWrongInHour ? Timestamp.fromMillis(now + lockMillis) : null,
      }),
    );
    return matches;
  });
  if (!right) throw new ApiError('unauthenticated', say('twoFactorWrong'));
}

/** The challenge with its hourly counters reset when the hour is over. */
function thisHour(challenge: ChallengeDocument | undefined, now: number): ChallengeDocument | undefined {
  if (!challenge || challenge.hourStart.toMillis() + 60 * minute > now) return challenge;
  return { ...challenge, hourStart: Timestamp.fromMillis(now), sentInHour: 0, wrongInHour: 0 };
}

function refuseLocked(challenge: ChallengeDocument | undefined, now: number): void {
  const until = challenge?.lockedUntil?.toMillis() ?? 0;
  if (until > now) throw locked(until - now);
}

function locked(waitMillis: number): ApiError {
  return new ApiError('too-many-requests', say('twoFactorLocked'), { retryAfter: Math.ceil(waitMillis / 1000) });
}

function codeHash(services: Services, { uid, challengeId, code }: { uid: string; challengeId: string; code: string }): string {
  return mac(services.config.tokenPepper, 'two-factor', uid, challengeId, code);
}
