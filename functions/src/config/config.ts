import { z } from 'zod';
import { boundSecrets } from './deployed-functions.ts';
import { type SecretName, secretParams, stringParams } from './params.ts';

const Secrets = {
  KEY_ENCRYPTION_KEY: z.base64().refine((key) => Buffer.from(key, 'base64').length === 32, 'must be base64 of exactly 32 bytes'),
  TOKEN_PEPPER: z.string().min(32, 'must have at least 32 characters'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_WEBHOOK_SECRETS: z.string(),
} satisfies Record<SecretName, z.ZodType>;

const Config = z
  .object({
    // A function has only its own secrets.
    secrets: z.object(Secrets).partial(),
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).transform((origin) => origin.replace(/\/+$/, '')),
    MAIL_FROM: z.string().min(3),
    TEAM_MAIL: z.string(),
    WEB_API_KEY: z.string().min(1),
    AUTH_API_KEY: z.string(),
    GOOGLE_CLIENT_ID: z.string(),
    STRIPE_PUBLISHABLE_KEY: z.string().default(''),
    STRIPE_API_BASE: z.string().default(''),
    GOOGLE_CERTS_URL: z.url(),
    projectId: z.string().min(1),
    storageBucket: z.string().min(1),
    emulators: z
      .object({
        auth: z.string(),
        firestore: z.string(),
        storage: z.string().nullable(),
        inbox: z.string().nullish(),
        signIn: z.string().nullish(),
      })
      .nullable(),
    SIGN_IN_STAND_IN: z.literal('').or(z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })),
  })
  .refine((c) => c.SIGN_IN_STAND_IN === '' || c.emulators !== null, {
    path: ['SIGN_IN_STAND_IN'],
    message: 'is for the local suite only: a deployed project must reach Google, Apple, GitHub and Microsoft themselves',
  })
  .refine((c) => c.STRIPE_API_BASE === '' || /^(sk|rk)_test_/.test(c.secrets.STRIPE_SECRET_KEY ?? 'sk_test_'), {
    path: ['STRIPE_API_BASE'],
    message: 'goes with a test key only: a live key must reach Stripe itself',
  })
  .transform((c) => ({
    get keyEncryptionKey() {
      return Buffer.from(bound(c, 'KEY_ENCRYPTION_KEY'), 'base64');
    },
    get tokenPepper() {
      return bound(c, 'TOKEN_PEPPER');
    },
    get smtpUrl() {
      return bound(c, 'SMTP_URL');
    },
    publicOrigin: c.PUBLIC_ORIGIN,
    mailFrom: c.MAIL_FROM,
    teamMail: c.TEAM_MAIL || (/<(.+)>/.exec(c.MAIL_FROM)?.[1] ?? c.MAIL_FROM),
    webApiKey: c.WEB_API_KEY,
    authApiKey: c.AUTH_API_KEY || c.WEB_API_KEY,
    googleClientId: c.GOOGLE_CLIENT_ID || null,
    googleCertsUrl: c.GOOGLE_CERTS_URL,
    stripe: {
      get secretKey() {
        const key = bound(c, 'STRIPE_SECRET_KEY');
        return key.length > 1 ? key : '';
      },
      get webhookSecrets() {
        return bound(c, 'STRIPE_WEBHOOK_SECRETS')
          .split(',')
          .filter((secret) => secret.startsWith('whsec_'));
      },
      publishableKey: c.STRIPE_PUBLISHABLE_KEY,
      /** Null in production. */
      apiBase: c.STRIPE_API_BASE || null,
    },
    projectId: c.projectId,
    storageBucket: c.storageBucket,
    /** host:port of each emulator, and of the inbox that takes all mails; the address that plays Google and others; null in production. */
    emulators: c.emulators,
    /** The least time of an answer that must not tell whether an address is known: in production its work takes a good part of a second. */
    evenMillis: c.emulators ? 300 : 1500,
  }));

export type Config = z.infer<typeof Config>;

/**
 * Reads the only place where secrets and parameters come from.
 * @param names of the secrets that must be there; reading another one throws
 * @throws {Error} that lists every missing or wrong name
 */
export function readConfig(names: readonly SecretName[] = boundSecrets()): Config {
  const secrets = Object.fromEntries(names.map((name) => [name, secretParams[name].value()]));
  const result = Config.safeParse({ secrets, ...valuesOf(stringParams), ...platform() });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not complete:\n${problems.join('\n')}`);
}

/** @throws {Error} where the function has no such secret: functions/src/config/deployed-functions.ts lists them */
function bound({ secrets }: { secrets: Partial<Record<SecretName, string>> }, name: SecretName): string {
  const value = secrets[name];
  if (value === undefined) throw new Error(`The function ${process.env.FUNCTION_TARGET ?? ''} is not given the secret ${name}.`);
  return value;
}

function valuesOf(params: Record<string, { value(): string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.value()]));
}

/** The `jwks_uri` of https://accounts.google.com/.well-known/openid-configuration. */
const googleCerts = 'https://www.googleapis.com/oauth2/v3/certs';

const FirebaseConfig = z.object({ projectId: z.string().optional(), storageBucket: z.string().optional() });

/** Reads the variables that the platform or the emulator suite sets. */
function platform() {
  const {
    FIREBASE_CONFIG,
    GCLOUD_PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST,
    FIRESTORE_EMULATOR_HOST,
    FIREBASE_STORAGE_EMULATOR_HOST,
    MAIL_INBOX_HOST,
    SIGN_IN_STAND_IN = '',
  } = process.env;
  const firebase = FirebaseConfig.parse(FIREBASE_CONFIG?.startsWith('{') ? JSON.parse(FIREBASE_CONFIG) : {});
  const projectId = firebase.projectId ?? GCLOUD_PROJECT ?? '';
  return {
    projectId,
    storageBucket: firebase.storageBucket ?? `${projectId}.firebasestorage.app`,
    // Only on one machine can something else take Google's place.
    GOOGLE_CERTS_URL: (FIREBASE_AUTH_EMULATOR_HOST && process.env.GOOGLE_CERTS_URL) || googleCerts,
    emulators:
      FIREBASE_AUTH_EMULATOR_HOST && FIRESTORE_EMULATOR_HOST
        ? {
            auth: FIREBASE_AUTH_EMULATOR_HOST,
            firestore: FIRESTORE_EMULATOR_HOST,
            storage: FIREBASE_STORAGE_EMULATOR_HOST ?? null,
            inbox: MAIL_INBOX_HOST ?? null,
            signIn: SIGN_IN_STAND_IN || null,
          }
        : null,
    SIGN_IN_STAND_IN,
  };
}
