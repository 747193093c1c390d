import { defineInt, defineSecret, defineString } from 'firebase-functions/params';

/**
 * Secrets and parameters of the deployed functions, as the Firebase CLI asks for them.
 *
 * On one machine `npm start` writes them next to the bundle:
 * - .secret.local: KEY_ENCRYPTION_KEY (base64 of 32 bytes), TOKEN_PEPPER (32 characters or more), SMTP_URL (smtp://127.0.0.1:1025)
 * - .env.local: PUBLIC_ORIGIN (http://127.0.0.1:5000), MAIL_FROM, WEB_API_KEY (any text), AUTH_API_KEY and GOOGLE_CLIENT_ID (may be empty)
 */
export const secretParams = {
  KEY_ENCRYPTION_KEY: defineSecret('KEY_ENCRYPTION_KEY'),
  TOKEN_PEPPER: defineSecret('TOKEN_PEPPER'),
  SMTP_URL: defineSecret('SMTP_URL'),
  /** Restricted key for card payments; a single dash where there are none. */
  STRIPE_SECRET_KEY: defineSecret('STRIPE_SECRET_KEY'),
  /** Signing secret of the webhook endpoint; while it is being replaced the new and the old one with a comma between. */
  STRIPE_WEBHOOK_SECRETS: defineSecret('STRIPE_WEBHOOK_SECRETS'),
};

export type SecretName = keyof typeof secretParams;

export const stringParams = {
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
    description: 'OAuth client (type: web application) of the Google sign-in button. Empty: no Google sign-in.',
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

/** Read by the CLI alone, when it deploys: where functions run and how many instances they may have. */
export const placeParams = {
  FUNCTIONS_REGION: defineString('FUNCTIONS_REGION', {
    default: 'us-central1',
    description: 'Region of all functions: the one of the Firestore database, or the nearest to it.',
  }),
  FUNCTIONS_SERVICE_ACCOUNT: defineString('FUNCTIONS_SERVICE_ACCOUNT', {
    default: '',
    description: 'Service account of all functions. Empty: the default compute account of the project.',
  }),
  MAX_INSTANCES: defineInt('MAX_INSTANCES', {
    default: 10,
    description: 'Most instances of each of the two APIs, 80 calls at once each. A new project is refused more than 10.',
  }),
};
