/**
 * Whether two addresses are one mailbox for sure. Names are claimed as they are read aloud, where "straße" is "strasse": as addresses these
 * are two people's, and whoever has proved one has not proved the other.
 */
export function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
