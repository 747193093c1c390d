import type { UserDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { inLetters, spellingsOf } from '../../validation/mailbox.ts';
import { unique } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';

/** A person with the id of their document. */
export interface KnownUser {
  readonly uid: string;
  readonly user: UserDocument<Timestamp>;
}

/** Finds a person by the address in our own document: what Firebase Auth knows is not asked. @param email in lower case */
export async function findUser(services: Services, email: string): Promise<KnownUser | null> {
  const spellings = spellingsOf(email);
  const where = spellings.length > 1 ? (['email', 'in', spellings] as const) : (['email', '==', email] as const);
  const { rows } = await services.store.users.query({ where: [where], limit: spellings.length });
  // Earlier versions let two people have one mailbox in two spellings.
  const row = rows.find(({ data }) => data.email === email) ?? rows[0];
  return row ? { uid: row.id, user: row.data } : null;
}

/** Takes an address for a new person: of several commits at once, one succeeds and the others fail with ALREADY_EXISTS. */
export function takeAddress(email: string, uid: string): Write {
  return unique.create(addressClaimId(email), { scope: 'person', ref: uid });
}

/** @returns the document's id in `unique`; it is the same for both spellings of a mailbox */
export function addressClaimId(email: string): string {
  return sha256(JSON.stringify(['person', inLetters(email)]));
}
