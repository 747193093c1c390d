import { Email, limits } from '@bedplate/contract';
import { z } from 'zod';

export const NewPassword = z.string().min(1, 'password must not be empty.').max(limits.passwordMax);
/** A password that is compared. */
export const GivenPassword = z.string().min(1).max(limits.passwordMax);
/** Of an authenticator app, or a recovery code. */
export const FactorCode = z.string().trim().min(1).max(40);
const Username = z.string().trim().min(1, 'username must not be empty.').max(limits.nameLength);

/** Further fields are the app's own. */
export const SignUp = z.object({ username: Username, email: Email.nullish(), password: NewPassword });

/** Of PKCE: RFC 7636 has 43 to 128 letters. */
export const Verifier = z.string().regex(/^[\w.~-]{43,128}$/);
/** A sign-in by a provider begins. `codeChallenge`: the SHA-256 of the verifier that ends it, in base64url. */
export const ProviderStart = z.object({
  provider: z.string().min(1).max(30),
  returnTo: z.string().min(1).max(500),
  codeChallenge: z.string().regex(/^[\w-]{43}$/),
});
