import { hash } from 'node:crypto';

/** Ascending in ASCII order. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digits = 7;
const mostRevisions = 2 ** (5 * digits) - 1;

/**
 * The id of an entry: two characters of the key's hash, the record's key, the revision counted down. The entries of one record lie together,
 * the newest first, while those of neighbouring records are scattered: rising ids would heat one place of the database
 * (https://firebase.google.com/docs/firestore/best-practices).
 */
export function entryId(key: string, revision: number): string {
  return prefixOf(key) + encoded(mostRevisions - revision);
}

/** The first and the last id that an entry of the record can have. */
export function entryIds(key: string): [first: string, last: string] {
  return [entryId(key, mostRevisions), entryId(key, 0)];
}

/** The beginning of the ids of all entries of a record. */
function prefixOf(key: string): string {
  const scattered = hash('sha256', key, 'buffer');
  return `${alphabet[(scattered[0] ?? 0) & 31]}${alphabet[(scattered[1] ?? 0) & 31]}${key}`;
}

/** Above every entry of the record: the newest begins here. */
export const anyRevision = mostRevisions;

function encoded(number: number): string {
  let text = '';
  let rest = number;
  for (let i = 0; i < digits; i += 1) {
    text = (alphabet[rest % 32] ?? '0') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
