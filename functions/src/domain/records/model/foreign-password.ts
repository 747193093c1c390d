import { createCipheriv, pbkdf2, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { equalTexts } from '../../../crypto/crypt.ts';
import { foreignMark } from './foreign-mark.ts';

/** Of Firebase's own scrypt: the project's parameters, as its console shows them, and the salt and hash of one user; texts are base64. */
export interface FirebaseHash {
  readonly hash: string;
  readonly salt: string;
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memCost: number;
}

/** One that an export of ours has brought: it is stored as it is. */
export interface OwnHash {
  readonly bedplate: string;
}

const scryptOf = promisify<string, Buffer, number, object, Buffer>(scrypt);
const pbkdf2Of = promisify(pbkdf2);

/** Dearer ones would hold up everybody's sign-ins. */
const most = { bcryptCost: 14, iterations: 2_000_000, argonKiB: 65_536, argonPasses: 10, argonLanes: 4 };

/** As `hashPassword` makes them: other costs would be somebody else's. */
const own = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{20,40}\$[\w+/]{40,60}$/;

/** @returns the hash as it is stored; null for one of a kind that is not known here, or that is too dear to check */
export function foreignPassword(given: string | FirebaseHash | OwnHash): string | null {
  if (typeof given !== 'string' && 'bedplate' in given) return own.test(given.bedplate) ? given.bedplate : null;
  if (typeof given !== 'string') return foreignMark + JSON.stringify(given);
  return isBcrypt(given) || isArgon(given) || isDjango(given) ? foreignMark + given : null;
}

/** @returns a stored hash as `foreignPassword` takes it; null for a user without a password */
export function exportedPassword(stored: string | undefined): string | FirebaseHash | OwnHash | null {
  if (stored === undefined) return null;
  if (!stored.startsWith(foreignMark)) return { bedplate: stored };
  const hash = stored.slice(foreignMark.length);
  return hash.startsWith('{') ? (JSON.parse(hash) as FirebaseHash) : hash; // made by foreignPassword
}

/** Compares the password's bytes as they were typed: the other system knew nothing of our normal form. */
export async function foreignMatches(stored: string, password: string): Promise<boolean> {
  const hash = stored.slice(foreignMark.length);
  if (hash.startsWith('{')) return matchesFirebase(JSON.parse(hash) as FirebaseHash, password); // made by foreignPassword
  if (isBcrypt(hash)) return (await import('bcryptjs')).default.compare(password, hash);
  if (isArgon(hash)) return (await import('@node-rs/argon2')).verify(hash, password);
  return matchesDjango(hash, password);
}

function isBcrypt(hash: string): boolean {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  return cost !== undefined && Number(cost) >= 4 && Number(cost) <= most.bcryptCost;
}

function isArgon(hash: string): boolean {
  const [, kib, passes, lanes] = /^\$argon2(?:id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{8,100}\$[\w+/]{16,200}$/.exec(hash) ?? [];
  return Number(kib) <= most.argonKiB && Number(passes) <= most.argonPasses && Number(lanes) <= most.argonLanes;
}

const django = /^pbkdf2_(sha256|sha1|sha512)\$(\d{1,8})\$([^$\s]{1,100})\$([\w+/]{20,120}={0,2})$/;

function isDjango(hash: string): boolean {
  const [, , iterations] = django.exec(hash) ?? [];
  return Number(iterations) >= 1 && Number(iterations) <= most.iterations;
}

async function matchesDjango(hash: string, password: string): Promise<boolean> {
  const [, digest = '', iterations, salt = '', expected = ''] = django.exec(hash) ?? [];
  const length = Buffer.from(expected, 'base64').length;
  const made = await pbkdf2Of(password, salt, Number(iterations), length, digest);
  return equalTexts(made.toString('base64'), expected);
}

/** https://github.com/firebase/scrypt: the derived key encrypts the project's signer key. */
async function matchesFirebase(given: FirebaseHash, password: string): Promise<boolean> {
  const [salt, separator, signer] = [given.salt, given.saltSeparator, given.signerKey].map((text) => Buffer.from(text, 'base64'));
  const cost = { N: 2 ** given.memCost, r: given.rounds, p: 1, maxmem: 64 * 1024 * 1024 };
  const derived = await scryptOf(password, Buffer.concat([salt, separator].filter((part) => part !== undefined)), 64, cost);
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16));
  const made = Buffer.concat([cipher.update(signer ?? ''), cipher.final()]);
  return equalTexts(made.toString('base64'), Buffer.from(given.hash, 'base64').toString('base64'));
}
