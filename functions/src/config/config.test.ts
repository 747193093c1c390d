import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { boundSecrets } from './deployed-functions.ts';
import type { SecretName } from './params.ts';

const values: Record<SecretName | 'PUBLIC_ORIGIN' | 'MAIL_FROM' | 'WEB_API_KEY' | 'GCLOUD_PROJECT', string> = {
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  TOKEN_PEPPER: 'a pepper of 32 characters or more!',
  SMTP_URL: 'smtps://mail.example.test',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_2',
  PUBLIC_ORIGIN: 'https://console.example.test',
  MAIL_FROM: 'Test <test@example.test>',
  WEB_API_KEY: 'key',
  GCLOUD_PROJECT: 'demo-test',
};

function given(names: readonly (keyof typeof values)[]): void {
  for (const name of Object.keys(values) as (keyof typeof values)[]) vi.stubEnv(name, names.includes(name) ? values[name] : undefined);
}

const plain = ['PUBLIC_ORIGIN', 'MAIL_FROM', 'WEB_API_KEY', 'GCLOUD_PROJECT'] as const;

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a function reads its own secrets, and reading another one names the function and the secret', () => {
  vi.stubEnv('FUNCTION_TARGET', 'mailRetry');
  given([...plain, 'KEY_ENCRYPTION_KEY', 'SMTP_URL']);
  const config = readConfig();
  expect(config.keyEncryptionKey).toHaveLength(32);
  expect(config.smtpUrl).toBe(values.SMTP_URL);
  expect(() => config.tokenPepper).toThrow('The function mailRetry is not given the secret TOKEN_PEPPER.');
  expect(() => config.stripe.secretKey).toThrow('STRIPE_SECRET_KEY');
  expect(() => config.stripe.webhookSecrets).toThrow('STRIPE_WEBHOOK_SECRETS');
});

test('an answer that hides whether an address is known takes longer where the work does', () => {
  given([...plain, 'KEY_ENCRYPTION_KEY', 'SMTP_URL']);
  vi.stubEnv('FUNCTION_TARGET', 'mailRetry');
  expect(readConfig().evenMillis).toBe(1500);
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:1');
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:2');
  expect(readConfig().evenMillis).toBe(300);
});

test('a function without one of its secrets does not start', () => {
  given([...plain, 'KEY_ENCRYPTION_KEY']);
  expect(() => readConfig(boundSecrets('mailRetry'))).toThrow('SMTP_URL');
});

test('what is no function, such as a script, reads all', () => {
  given(Object.keys(values) as (keyof typeof values)[]);
  expect(readConfig(boundSecrets('')).stripe.webhookSecrets).toEqual(['whsec_1', 'whsec_2']);
});

test.each([
  ['KEY_ENCRYPTION_KEY', Buffer.alloc(31, 1).toString('base64')],
  ['TOKEN_PEPPER', 'a short pepper'],
  ['SMTP_URL', 'https://mail.example.test'],
  ['PUBLIC_ORIGIN', 'console.example.test'],
  ['MAIL_FROM', 'a'],
  ['WEB_API_KEY', ''],
] as const)('no function starts with the %s "%s"', (name, value) => {
  given(Object.keys(values) as (keyof typeof values)[]);
  vi.stubEnv(name, value);
  expect(() => readConfig(boundSecrets(''))).toThrow(name);
});

test('a live key goes to Stripe itself', () => {
  given(Object.keys(values) as (keyof typeof values)[]);
  vi.stubEnv('STRIPE_API_BASE', 'http://127.0.0.1:12111');
  expect(() => readConfig(boundSecrets(''))).not.toThrow();
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_1');
  expect(() => readConfig(boundSecrets(''))).toThrow('STRIPE_API_BASE');
});

test('a copy on one machine tells where its mails arrive, and production has no such place, whatever is in its environment', () => {
  given(Object.keys(values) as (keyof typeof values)[]);
  vi.stubEnv('MAIL_INBOX_HOST', '127.0.0.1:1080');
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', undefined);
  expect(readConfig(boundSecrets('')).emulators).toBeNull();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099');
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:8080');
  expect(readConfig(boundSecrets('')).emulators?.inbox).toBe('127.0.0.1:1080');
});

test('a stand-in plays Google on one machine only: a deployed project that names one does not start', () => {
  given(Object.keys(values) as (keyof typeof values)[]);
  vi.stubEnv('SIGN_IN_STAND_IN', 'http://127.0.0.1:1090');
  const emulators = ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST'];
  for (const set of [[], ...emulators.map((name) => [name])]) {
    for (const name of emulators) vi.stubEnv(name, set.includes(name) ? '127.0.0.1:1' : undefined);
    expect(() => readConfig(boundSecrets(''))).toThrow('SIGN_IN_STAND_IN: is for the local suite only');
  }
  for (const name of emulators) vi.stubEnv(name, '127.0.0.1:1');
  expect(readConfig(boundSecrets('')).emulators?.signIn).toBe('http://127.0.0.1:1090');
});

test.each(['http://accounts.evil.test', 'http://127.0.0.1.evil.test', 'https://127.0.0.1:1090', 'http://10.0.0.8:1090', '127.0.0.1:1090'])(
  '%s is no stand-in: it must be on the same machine',
  (address) => {
    given(Object.keys(values) as (keyof typeof values)[]);
    for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']) vi.stubEnv(name, '127.0.0.1:1');
    vi.stubEnv('SIGN_IN_STAND_IN', address);
    expect(() => readConfig(boundSecrets(''))).toThrow('SIGN_IN_STAND_IN');
  },
);

test('without a stand-in the providers themselves are reached', () => {
  given(Object.keys(values) as (keyof typeof values)[]);
  expect(readConfig(boundSecrets('')).emulators).toBeNull();
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']) vi.stubEnv(name, '127.0.0.1:1');
  for (const nothing of ['', undefined]) {
    vi.stubEnv('SIGN_IN_STAND_IN', nothing);
    expect(readConfig(boundSecrets('')).emulators?.signIn).toBeNull();
  }
});
