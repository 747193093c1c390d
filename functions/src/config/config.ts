import { defineSecret, defineString } from 'firebase-functions/params';
import { z } from 'zod';

/**
 * Secrets and parameters of the deployed functions; the only file that reads them.
 *
 * On one machine `npm start` writes them next to the bundle:
 * - functions/dist/.secret.local: KEY_ENCRYPTION_KEY (base64 of 32 bytes), TOKEN_PEPPER (32 characters or more), SMTP_URL (smtp://127.0.0.1:1025)
 * - functions/dist/.env.local: PUBLIC_ORIGIN (http://127.0.0.1:5000), MAIL_FROM, WEB_API_KEY (any text), AUTH_API_KEY and GOOGLE_CLIENT_ID (may be empty)
 */
const secretParams = {
  KEY_ENCRYPTION_KEY: defineSecret('KEY_ENCRYPTION_KEY'),
  TOKEN_PEPPER: defineSecret('TOKEN_PEPPER'),
  SMTP_URL: defineSecret('SMTP_URL'),
  /** Restricted key for card payments; a single dash where there are none. */
  STRIPE_SECRET_KEY: defineSecret('STRIPE_SECRET_KEY'),
  /** Signing secret of the webhook endpoint; while it is being replaced the new and the old one with a comma between. */
  STRIPE_WEBHOOK_SECRETS: defineSecret('STRIPE_WEBHOOK_SECRETS'),
};

const stringParams = {
  PUBLIC_ORIGIN: defineString('PUBLIC_ORIGIN', {
    description: 'Where people open the console, for example https://bedplate.example (no slash at the end). Links in mails start with it.',
  }),
  MAIL_FROM: defineString('MAIL_FROM', { description: 'Sender of all mails, for example Bedplate <no-reply@bedplate.example>.' }),
  TEAM_MAIL: defineString('TEAM_MAIL', {
    default: '',
    description: 'Where messages of the contact form go. Empty: to the address of MAIL_FROM.',
  }),
  WEB_API_KEY: defineString('WEB_API_KEY', {
    description: 'Web API key of the Firebase project, as in the console under Project settings.',
  }),
  GOOGLE_CLIENT_ID: defineString('GOOGLE_CLIENT_ID', {
    default: '',
    description: "OAuth client of the Google sign-in button, the one of the Firebase project's Google provider. Empty: no Google sign-in.",
  }),
  STRIPE_PUBLISHABLE_KEY: defineString('STRIPE_PUBLISHABLE_KEY', {
    default: '',
    description: 'Publishable key of the Stripe account, for the card form. Empty: plans cannot be bought.',
  }),
  STRIPE_API_BASE: defineString('STRIPE_API_BASE', {
    default: '',
    description: 'Only on one machine: where the stand-in for card payments answers. Empty in production.',
  }),
  AUTH_API_KEY: defineString('AUTH_API_KEY', {
    default: '',
    description: 'Key for Identity Toolkit calls from the server when WEB_API_KEY is restricted to web origins.',
  }),
};

/** Must be bound to each function that uses services. */
export const secrets = Object.values(secretParams);

const Config = z
  .object({
    KEY_ENCRYPTION_KEY: z.base64().refine((key) => Buffer.from(key, 'base64').length === 32, 'must be base64 of exactly 32 bytes'),
    TOKEN_PEPPER: z.string().min(32, 'must have at least 32 characters'),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).transform((origin) => origin.replace(/\/+$/, '')),
    MAIL_FROM: z.string().min(3),
    TEAM_MAIL: z.string(),
    WEB_API_KEY: z.string().min(1),
    AUTH_API_KEY: z.string(),
    GOOGLE_CLIENT_ID: z.string(),
    STRIPE_SECRET_KEY: z.string().default(''),
    STRIPE_WEBHOOK_SECRETS: z.string().default(''),
    STRIPE_PUBLISHABLE_KEY: z.string().default(''),
    STRIPE_API_BASE: z.string().default(''),
    projectId: z.string().min(1),
    storageBucket: z.string().min(1),
    emulators: z.object({ auth: z.string(), firestore: z.string(), storage: z.string().nullable() }).nullable(),
  })
  .refine((c) => c.STRIPE_API_BASE === '' || /^(sk|rk)_test_/.test(c.STRIPE_SECRET_KEY), {
    path: ['STRIPE_API_BASE'],
    message: 'goes with a test key only: a live key must reach Stripe itself',
  })
  .transform((c) => ({
    keyEncryptionKey: Buffer.from(c.KEY_ENCRYPTION_KEY, 'base64'),
    tokenPepper: c.TOKEN_PEPPER,
    smtpUrl: c.SMTP_URL,
    publicOrigin: c.PUBLIC_ORIGIN,
    mailFrom: c.MAIL_FROM,
    teamMail: c.TEAM_MAIL || (/<(.+)>/.exec(c.MAIL_FROM)?.[1] ?? c.MAIL_FROM),
    webApiKey: c.WEB_API_KEY,
    authApiKey: c.AUTH_API_KEY || c.WEB_API_KEY,
    googleClientId: c.GOOGLE_CLIENT_ID || null,
    stripe: {
      secretKey: c.STRIPE_SECRET_KEY.length > 1 ? c.STRIPE_SECRET_KEY : '',
      webhookSecrets: c.STRIPE_WEBHOOK_SECRETS.split(',').filter((secret) => secret.startsWith('whsec_')),
      publishableKey: c.STRIPE_PUBLISHABLE_KEY,
      /** Null in production. */
      apiBase: c.STRIPE_API_BASE || null,
    },
    projectId: c.projectId,
    storageBucket: c.storageBucket,
    /** host:port of each emulator; null in production. */
    emulators: c.emulators,
  }));

export type Config = z.infer<typeof Config>;

/** @throws {Error} that lists every missing or wrong name */
export function readConfig(): Config {
  const result = Config.safeParse({ ...valuesOf(secretParams), ...valuesOf(stringParams), ...platform() });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not complete:\n${problems.join('\n')}`);
}

function valuesOf(params: Record<string, { value(): string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.value()]));
}

const FirebaseConfig = z.object({ projectId: z.string().optional(), storageBucket: z.string().optional() });

/** Reads the variables that the platform or the emulator suite sets. */
function platform() {
  const { FIREBASE_CONFIG, GCLOUD_PROJECT, FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, FIREBASE_STORAGE_EMULATOR_HOST } =
    process.env;
  const firebase = FirebaseConfig.parse(FIREBASE_CONFIG?.startsWith('{') ? JSON.parse(FIREBASE_CONFIG) : {});
  const projectId = firebase.projectId ?? GCLOUD_PROJECT ?? '';
  return {
    projectId,
    storageBucket: firebase.storageBucket ?? `${projectId}.firebasestorage.app`,
    emulators:
      FIREBASE_AUTH_EMULATOR_HOST && FIRESTORE_EMULATOR_HOST
        ? { auth: FIREBASE_AUTH_EMULATOR_HOST, firestore: FIRESTORE_EMULATOR_HOST, storage: FIREBASE_STORAGE_EMULATOR_HOST ?? null }
        : null,
  };
}
