import { Email, type GoogleLogin, PersonName, type UserDocument, messages } from '@bedplate/contract';
import { ApiError, say, type Sentence } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { requireOn, requireWritable } from '../platform/require-on.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { countFailure } from '../rate-limits/attempts.ts';
import { dropPassword, findAuthUser, isOurs, markVerified, removeAuthUser } from './auth-users.ts';
import type { Origin } from '../callers/caller.ts';
import { inNoLessThan } from '../rate-limits/even-answers.ts';
import { readCredential } from './google-credential.ts';
import type { GoogleUser } from '../../services/identity-toolkit.ts';
import { type Login, openSession } from './login.ts';
import { perAddress } from '../rate-limits/login-limits.ts';
import { openAccount } from './register.ts';
import { checkCode, sendCode } from './two-factor.ts';

/** A code has been mailed; the same call with the code finishes the login. */
export interface SecondFactor {
  resendInSeconds: number;
}

/**
 * Signs in with Google's ID token. A new address opens an account; a known address is linked. Google
 * has proved the address, so an unverified user becomes verified and loses the password, which
 * someone else may have set. The second factor still applies.
 * @throws {ApiError} unauthenticated, too-many-requests; feature-off and maintenance for a new
 * address while no accounts can be opened
 */
export async function googleLogin(services: Services, input: GoogleLogin, origin: Origin): Promise<Login | SecondFactor> {
  const google = await countFailure(services, perAddress, origin.ip, () => confirmed(services, input));
  const known = (await services.store.users.get(google.uid))?.data;
  // With a session's token anyone can link any Google account to its user through Firebase's public API.
  if (known && known.email.toLowerCase() !== google.email) throw refusal(say('googleRefused'));
  const user = known ? await verified(services, google.uid, known, origin) : await newAccount(services, google, origin);
  if (!user.is_active) throw refusal(say('loginFailed'));
  if (user.is_enable_two_factor) {
    if (!input.twoFactorCode) return { resendInSeconds: await sendCode(services, { ...user, uid: google.uid }, origin) };
    await checkCode(services, google.uid, input.twoFactorCode);
  }
  return openSession(services, { ...user, uid: google.uid }, origin);
}

async function confirmed(services: Services, { googleData }: GoogleLogin): Promise<GoogleUser> {
  const claims = readCredential(googleData.credential, services.config.emulators !== null);
  const email = Email.safeParse(claims?.email).data;
  const problem =
    !claims || !email || (googleData.nonce && claims.nonce !== googleData.nonce)
      ? messages.googleRefused
      : claims.email_verified
        ? null
        : messages.googleUnverified;
  if (problem === null && email) {
    await prepareAuthUser(services, email);
    const google = await services.identityToolkit.signInWithGoogle(googleData.credential);
    // The Auth user's address may differ from Google's: its owner can change it through Firebase's public API.
    if (google?.emailVerified && google.email.toLowerCase() === email) return { ...google, email };
  }
  return inNoLessThan(services, async () => {
    throw refusal(problem ?? messages.googleRefused);
  });
}

/**
 * Tells Firebase that our mails have verified an address, so that the user keeps the password. Removes
 * a user that was not registered here: it is a stranger's, who would keep a token of this second.
 */
async function prepareAuthUser(services: Services, email: string): Promise<void> {
  const authUser = await findAuthUser(services, email);
  if (!authUser || authUser.emailVerified) return;
  const user = (await services.store.users.get(authUser.uid))?.data;
  if (!user && !isOurs(authUser.uid)) await removeAuthUser(services, authUser.uid);
  if (user?.verifiedAt && user.email.toLowerCase() === email) await markVerified(services, authUser.uid);
}

type User = UserDocument<Timestamp>;

async function verified(services: Services, uid: string, user: User, origin: Origin): Promise<User> {
  if (user.verifiedAt) return user;
  await dropPassword(services, uid);
  const verifiedAt = Timestamp.fromMillis(services.clock());
  const rows = await accountActivity(services, {
    uid,
    user,
    activity: 'Verify Account',
    kind: 'verifiedWithGoogle',
    origin,
  });
  await services.store.commit([users.update(uid, { verifiedAt, updatedAt: verifiedAt }), ...rows]);
  return { ...user, verifiedAt };
}

async function newAccount(services: Services, google: GoogleUser, origin: Origin): Promise<User> {
  await requireOn(services, 'registration');
  await requireWritable(services);
  const { uid, email } = google;
  const name = PersonName.safeParse(google.name).data ?? email.slice(0, 80);
  await openAccount(services, uid, { name, email }, { origin, verified: true });
  const user = (await services.store.users.get(uid))?.data;
  if (!user) throw refusal(say('googleRefused'));
  return user;
}

function refusal(message: Sentence): ApiError {
  return new ApiError('unauthenticated', message);
}
