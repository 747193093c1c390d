import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { credentials } from '../../store/collections.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { Origin } from '../callers/caller.ts';
import { authTokenId, isOutdated } from '../mailed-links/auth-tokens.ts';
import { countFailure } from '../rate-limits/attempts.ts';
import { perAddress } from '../rate-limits/login-limits.ts';
import { type Login, openSession } from './login.ts';
import { withPlace } from './places.ts';

interface Proof {
  /** Of the verification mail: whoever has it reads the mailbox. */
  readonly token: string;
  /** Of the browser that registered the account: its person knew the password. */
  readonly browser: string;
}

/**
 * Signs in who opens the link of the verification mail in the browser that registered the account: once, as the first sign-in, and
 * without a second factor. The address is verified before, by another call, which programs that open links make as well.
 * Decision 117.
 * @throws {ApiError} permission-denied: the link does not sign in, a login does; unauthenticated for another link; too-many-requests
 */
export async function firstSignIn(services: Services, proof: Proof, origin: Origin): Promise<Login> {
  const { uid, user, passwordHash } = await countFailure(services, {
    limit: perAddress,
    value: origin.ip,
    attempt: () => proved(services, proof, origin),
  });
  return openSession(services, { ...user, uid }, { origin, passwordHash });
}

/** Takes the browser's secret, so that of several calls at once one is let in. */
async function proved(services: Services, { token, browser }: Proof, origin: Origin) {
  return services.store.transaction(async (tx) => {
    const found = (await tx.authTokens.get(authTokenId(token)))?.data;
    if (found?.kind !== 'verify' || found.expiresAt.toMillis() <= services.clock()) throw badLink();
    const { uid } = found;
    const user = (await tx.users.get(uid))?.data;
    const credential = (await tx.credentials.get(uid))?.data;
    if (!user || !credential || isOutdated(found, credential)) throw badLink();
    if (!user.verifiedAt) throw new ApiError('permission-denied', say('notVerified'));
    const isFirst = user.last_login === null && credential.registeredBy === sha256(browser);
    if (!isFirst || user.is_enable_two_factor) throw new ApiError('permission-denied', say('alreadyVerified'));
    tx.write(credentials.update(uid, { registeredBy: null, places: withPlace(services, credential.places, origin) }));
    return { uid, user, passwordHash: credential.passwordHash };
  });
}

function badLink(): ApiError {
  return new ApiError('unauthenticated', say('verificationFailed'));
}
