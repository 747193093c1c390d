import { expect, test } from 'vitest';
import * as deployed from '../deployed/all.ts';
import { boundSecrets, type FunctionName } from './deployed-functions.ts';

/** Functions by what they do with each secret. The table of the deployment is written from the code, so it would follow a binding that is lost. */
const needs = {
  /** Sealed keys, secrets of receivers and mails that wait, and whatever mails. */
  KEY_ENCRYPTION_KEY: [
    'app',
    'api',
    'stripe',
    'billingReconcile',
    'billingLapse',
    'archivePurge',
    'mailRetry',
    'uploadSweep',
    'webhookDeliver',
    'webhookSweep',
    'recordJobs',
    'backupProjects',
    'healthCheck',
  ],
  /** Keys and tokens that callers bring. */
  TOKEN_PEPPER: ['app', 'api'],
  /** Mails of people, of payments, of ends and of failures. */
  SMTP_URL: [
    'app',
    'api',
    'stripe',
    'billingReconcile',
    'billingLapse',
    'archivePurge',
    'mailRetry',
    'uploadSweep',
    'webhookDeliver',
    'webhookSweep',
    'healthCheck',
  ],
  /** Plans, and payments that are compared and probed. */
  STRIPE_SECRET_KEY: ['app', 'stripe', 'billingReconcile', 'billingLapse', 'healthCheck'],
  /** Signatures of events. */
  STRIPE_WEBHOOK_SECRETS: ['stripe'],
} as const satisfies Record<string, readonly FunctionName[]>;

test('each secret is bound to the functions that need it, and to no others', () => {
  const bound = Object.keys(needs).map((secret) => [
    secret,
    Object.keys(deployed)
      .filter((name) => (boundSecrets(name) as readonly string[]).includes(secret))
      .sort(),
  ]);
  expect(Object.fromEntries(bound)).toEqual(
    Object.fromEntries(Object.entries(needs).map(([secret, names]) => [secret, [...names].sort()])),
  );
});
