import pLimit from 'p-limit';
import { fairQueue } from '../../rate-limits/fair-queue.ts';
import { foreignMark } from './foreign-mark.ts';

/** Argon2id with the parameters of OWASP's password storage cheat sheet; runs on libuv's pool, not on the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of libuv's pool is left to files, names of hosts and compression. One more would not be faster on the one processor of an instance. */
const parallel = 2;
/** Two hundred logins of an app wait some five seconds. */
const inTurn = fairQueue({ parallel, waitingPerTenant: 200 });
/** The console's accounts have a lane of their own. */
const accounts = 'accounts';

/** @param tenant the account whose app it is for @throws {ApiError} too-many-requests while too many of the tenant wait */
export function hashPassword(password: string, tenant = accounts): Promise<string> {
  return inTurn(tenant, async () => (await library()).hash(password.normalize('NFKC'), cost));
}

/** @returns the hash of each, in their order; undefined where there is no password. One call has no more than two in the queue. */
export function hashPasswords(passwords: readonly unknown[], tenant: string): Promise<(string | undefined)[]> {
  const fewAtATime = pLimit(parallel);
  const hashes = passwords.map((password) => (typeof password === 'string' ? fewAtATime(() => hashPassword(password, tenant)) : undefined));
  return Promise.all(hashes).catch((error: unknown) => {
    fewAtATime.clearQueue(); // nobody waits for the others any more
    throw error;
  });
}

/** @param stored a hash, or undefined for a user that does not exist: that takes as long @throws {ApiError} as hashPassword */
export async function passwordMatches(stored: string | undefined, password: string, tenant = accounts): Promise<boolean> {
  if (stored !== undefined && stored.startsWith(foreignMark)) {
    const { foreignMatches } = await import('./foreign-password.ts'); // until its user signs in
    return inTurn(tenant, () => foreignMatches(stored, password));
  }
  const known = stored ?? (await decoy());
  const matches = await inTurn(tenant, async () => (await library()).verify(known, password.normalize('NFKC')));
  return matches && stored !== undefined;
}

/** Native code, which most calls and jobs do not need. */
const library = () => import('@node-rs/argon2');

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= library().then(({ hash }) => hash('a password that nobody has', cost));
  return decoyHash;
}
