import type { Services } from '../../services/services.ts';
import { credentials, sessions } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { Origin } from '../callers/caller.ts';
import { withPlace } from './places.ts';
import { newCredential } from './credentials.ts';
import { openSessionsOf } from './sessions.ts';

interface NewPassword {
  readonly uid: string;
  /** Null: no password opens the account any more. */
  readonly passwordHash: string | null;
  /** Of someone who has proved the mailbox: a login from there is nothing unusual. */
  readonly origin?: Origin;
}

/**
 * Sets a person's password. Sessions end in the same commit, so that none of the old password's outlives it; links that were
 * mailed before open nothing, and a lock is over.
 * @returns the writes, for the transaction that it reads in
 */
export async function setPassword(services: Services, tx: Transaction, { uid, passwordHash, origin }: NewPassword): Promise<Write[]> {
  const before = (await tx.credentials.get(uid))?.data ?? newCredential();
  const { rows } = await openSessionsOf(tx, uid);
  const places = origin ? withPlace(services, before.places, origin) : before.places;
  const now = Timestamp.fromMillis(services.clock());
  return [
    credentials.set(uid, { ...before, passwordHash, lockedAt: null, linksAfter: now, places, registeredBy: null }),
    ...rows.map(({ id }) => sessions.update(id, { revokedAt: now })),
  ];
}
