import { type SecondFactorWay, signInOf } from '@bedplate/contract';
import { sha256 } from '../../crypto/crypt.ts';
import type { FactorDocument } from '../../store/documents/app-user-documents.ts';
import { gone, type Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { FoundUser } from './find-user.ts';

/** @returns the ways that a factor has, whether or not they count now */
export function waysOf(factor: FactorDocument | null): SecondFactorWay[] {
  if (!factor) return [];
  return [
    ...(factor.secret === undefined ? [] : (['totp'] as const)),
    ...(factor.passkey ? (['passkey'] as const) : []),
    ...(factor.mail ? (['mail'] as const) : []),
  ];
}

/**
 * The ways by which a user proves the factor now. A mail is none for whoever got in by a mail, by a password that a mail has set, or
 * with another address than the one that was proved for it.
 */
export function countedWays(user: FoundUser, byMail: boolean): SecondFactorWay[] {
  return waysOf(user.factor).filter((way) => {
    if (way === 'passkey') return Object.keys(user.passkeys).length > 0;
    return way !== 'mail' || (!byMail && isMailCounted(user));
  });
}

function isMailCounted({ factor, email, mark }: FoundUser): boolean {
  const { address, notWith } = factor?.mail ?? {};
  return email !== null && address === sha256(email) && notWith !== mark;
}

/** The ways that a user may set up. Who has no other first factor than the mail would have one factor in two mails. */
export function newWays(storage: StorageRow, { email, mark }: FoundUser, byMail: boolean): SecondFactorWay[] {
  const { secondFactorWays } = signInOf(storage.data);
  const all: readonly SecondFactorWay[] = ['totp', 'passkey', 'mail'];
  return all.filter((way) => secondFactorWays.includes(way) && (way !== 'mail' || (email !== null && !(byMail && mark === ''))));
}

/** @returns the change of a factor that loses some of its ways; without any of them it goes */
export function withoutWays(factor: FactorDocument, lost: readonly SecondFactorWay[]): object {
  if (waysOf(factor).every((way) => lost.includes(way))) return gone;
  return {
    ...(lost.includes('totp') ? { secret: gone, lastStep: gone } : {}),
    ...(lost.includes('passkey') ? { passkey: gone } : {}),
    ...(lost.includes('mail') ? { mail: gone } : {}),
  };
}

/** @returns the ways that were set up at or after a time */
export function waysSince(factor: FactorDocument | null, millis: number): SecondFactorWay[] {
  const since = { totp: factor?.since, passkey: factor?.passkey?.since, mail: factor?.mail?.since };
  return waysOf(factor).filter((way) => isSince(since[way], millis));
}

const isSince = (time: Timestamp | undefined, millis: number) => time !== undefined && time.toMillis() >= millis;
