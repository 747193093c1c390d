import { Email, limits } from '@bedplate/contract';
import { z } from 'zod';

export const NewPassword = z.string().min(1, 'password must not be empty.').max(limits.passwordMax);
/** A password that is compared. */
export const GivenPassword = z.string().min(1).max(limits.passwordMax);
/** Of an authenticator app, or a recovery code. */
export const FactorCode = z.string().trim().min(1).max(40);
/** Ways of a second factor that take a step of ours first. */
export const AskedWay = z.enum(['passkey', 'mail']);
const Username = z.string().trim().min(1, 'username must not be empty.').max(limits.nameLength);

/** Further fields are the app's own. */
export const SignUp = z.object({ username: Username, email: Email.nullish(), password: NewPassword });

/** Of PKCE: RFC 7636 has 43 to 128 letters. */
export const Verifier = z.string().regex(/^[\w.~-]{43,128}$/, 'verifier has 43 to 128 letters, digits and the characters - . _ ~ alone.');
/** A sign-in by a provider begins. `codeChallenge`: the SHA-256 of the verifier that ends it, in base64url. */
export const ProviderStart = z.object({
  provider: z.string().min(1).max(30),
  returnTo: z.string().min(1).max(500),
  codeChallenge: z.string().regex(/^[\w-]{43}$/, 'codeChallenge is the SHA-256 of the verifier in base64url: 43 letters, digits, - and _.'),
});

const url64 = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Send it in base64url: letters, digits, - and _ alone.')
    .max(max);
/** As `PublicKeyCredential.toJSON()` gives a passkey that has signed; further members are ignored. */
export const PasskeySignature = z.object({
  id: url64(1400),
  response: z.object({
    clientDataJSON: url64(4000),
    authenticatorData: url64(4000),
    signature: url64(4000),
    userHandle: url64(100)
      .nullish()
      .transform((given) => given ?? undefined),
  }),
});
/** As it gives one that was made. */
export const PasskeyMade = z.object({
  id: url64(1400),
  response: z.object({
    clientDataJSON: url64(4000),
    attestationObject: url64(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

const base64 = z
  .string()
  .regex(/^[\w+/-]+={0,2}$/, 'Send it in base64.')
  .max(500);
/** A user of another system, with its hash of the password: bcrypt, argon2, PBKDF2 as Django writes them, or Firebase's scrypt; or as an export of ours has it. */
export const UserWithHash = z.looseObject({
  passwordHash: z.union([
    z.string().min(1).max(1000),
    z.strictObject({
      hash: base64,
      salt: base64,
      signerKey: base64,
      saltSeparator: base64,
      rounds: z.int().min(1).max(8),
      memCost: z.int().min(1).max(14),
    }),
    z.strictObject({ bedplate: z.string().min(1).max(300) }),
    z.null(),
  ]),
});
