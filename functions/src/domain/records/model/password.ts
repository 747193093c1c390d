import { hash, verify } from '@node-rs/argon2';
import { sha256 } from '../../../crypto/crypt.ts';

/** Argon2id with the parameters of OWASP's password storage cheat sheet; runs on libuv's pool, not on the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** private/{recordId} */
export interface PrivateDocument {
  password: string;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** @param stored a hash, or undefined for a user that does not exist: that takes as long */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy()), password.normalize('NFKC'));
  return matches && stored !== undefined;
}

/** Changes with the password, but does not reveal it: a hash has its own random salt. */
export function passwordMark(hash: string): string {
  return sha256(hash).slice(0, 16);
}

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hashPassword('a password that nobody has');
  return decoyHash;
}
