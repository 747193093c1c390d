import { inLetters } from '../../validation/mailbox.ts';
import type { FoundUser } from './find-user.ts';

/**
 * Whether two addresses are one mailbox for sure. Names are claimed as they are read aloud, where "straße" is "strasse": as addresses these
 * are two people's, and whoever has proved one has not proved the other.
 */
export function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && inLetters(one.trim().toLowerCase()) === inLetters(other.trim().toLowerCase());
}

/** Whether an address is kept from whoever proves it by a user who holds its claim: one who has proved it, or has another one that reads alike. */
export function keepsAddress(holder: Pick<FoundUser, 'isProven' | 'email'>, address: string): boolean {
  return holder.isProven || !isSameAddress(holder.email, address);
}
