import { Email, type GoogleLogin, PersonName, messages } from '@bedplate/contract';
import { ApiError, say, type Sentence } from '../../errors/api-error.ts';
import type { GoogleClaims } from '../../services/google-identity.ts';
import type { Services } from '../../services/services.ts';
import { credentials, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { requireOn, requireWritable } from '../platform/require-on.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { countFailure } from '../rate-limits/attempts.ts';
import type { Origin } from '../callers/caller.ts';
import { inNoLessThan } from '../rate-limits/even-answers.ts';
import { newCredential } from './credentials.ts';
import { findUser, type KnownUser } from './find-user.ts';
import { type Login, openSession, inactive, refuseLocked } from './login.ts';
import { setPassword } from './new-password.ts';
import { tell } from '../mailed-links/notices.ts';
import { perAddress } from '../rate-limits/login-limits.ts';
import { openAccount } from './register.ts';
import { startAfresh } from './start-afresh.ts';
import { checkCode, sendCode } from './two-factor.ts';

/** A code has been mailed; the same call with the code finishes the login. */
export interface SecondFactor {
  resendInSeconds: number;
}

/** Google's claims with an address of our form, which Google has verified. */
type Proof = GoogleClaims & { readonly email: string };

/**
 * Signs in with Google's ID token. A person is known by the address in our own document: a new address opens an account. Google
 * has proved the address, so an unverified user becomes verified and loses the password, which someone else may have set. The
 * second factor still applies.
 * Decision 051.
 * @throws {ApiError} unauthenticated, too-many-requests; permission-denied for a locked account; feature-off and maintenance for a
 * new address while no accounts can be opened
 */
export async function googleLogin(services: Services, input: GoogleLogin, origin: Origin): Promise<Login | SecondFactor> {
  const proof = await countFailure(services, { limit: perAddress, value: origin.ip, attempt: () => proved(services, input) });
  const known = await findUser(services, proof.email);
  const { uid, user } = known ? await verified(services, known, origin) : await newAccount(services, proof, origin);
  if (!user.is_active) throw inactive();
  const credential = (await services.store.credentials.get(uid))?.data;
  refuseLocked(credential);
  if (user.is_enable_two_factor) {
    if (!input.twoFactorCode) return { resendInSeconds: await sendCode(services, { ...user, uid }, origin) };
    await checkCode(services, uid, input.twoFactorCode);
  }
  const login = await openSession(services, { ...user, uid }, { origin });
  if (credential && credential.google !== proof.sub) {
    await services.store.commit([credentials.update(uid, { google: proof.sub })]);
    if (known) await tell(services, { uid, user }, { kind: 'googleConnected', origin });
  }
  return login;
}

async function proved(services: Services, { googleData }: GoogleLogin): Promise<Proof> {
  const claims = await services.googleIdentity.verify(googleData.credential);
  const email = Email.safeParse(claims?.email).data;
  const isGood = claims && email && (!googleData.nonce || claims.nonce === googleData.nonce);
  if (isGood && claims.email_verified) return { ...claims, email };
  return inNoLessThan(services, async () => {
    throw refusal(isGood ? messages.googleUnverified : messages.googleRefused);
  });
}

async function verified(services: Services, known: KnownUser, origin: Origin): Promise<KnownUser> {
  if (known.user.verifiedAt) return known;
  const { uid, user } = known;
  const verifiedAt = Timestamp.fromMillis(services.clock());
  const rows = await accountActivity(services, { uid, user, activity: 'Verify Account', kind: 'verifiedWithGoogle', origin });
  await services.store.transaction(async (tx) => {
    const fresh = await startAfresh(services, tx, known);
    tx.write(
      ...(await setPassword(services, tx, { uid, passwordHash: null, origin })),
      ...fresh,
      users.update(uid, { verifiedAt, updatedAt: verifiedAt }),
      ...rows,
    );
  });
  return { uid, user: { ...user, verifiedAt } };
}

async function newAccount(services: Services, { email, name: givenName, sub }: Proof, origin: Origin): Promise<KnownUser> {
  await requireOn(services, 'registration');
  await requireWritable(services);
  const name = PersonName.safeParse(givenName).data ?? email.slice(0, 80);
  await openAccount(services, { name, email }, { origin, verified: true, credential: newCredential({ google: sub }) });
  const made = await findUser(services, email);
  if (!made) throw refusal(say('googleRefused'));
  return made.user.verifiedAt ? made : verified(services, made, origin);
}

function refusal(message: Sentence): ApiError {
  return new ApiError('unauthenticated', message);
}
