import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeKeyPair } from '../crypto/key-pair.ts';
import { makeAccessToken } from '../domain/app-users/access-token.ts';
import { newRecoveryCodes } from '../domain/app-users/recovery-codes.ts';
import { newTotp } from '../domain/app-users/totp.ts';
import { hashPassword } from '../domain/records/model/password.ts';
import { newToken } from '../domain/webhooks/secrets.ts';
import { type KeptLine, keepLines, log } from './log.ts';
import { redact } from './redact.ts';

const pepper = 'a pepper of 32 characters or more!';
const pair = makeKeyPair(pepper);
const random = (bytes: number) => randomBytes(bytes).toString('base64url');
const user = { userId: 'u1', key: 'k1', storageId: 's1', projectId: 'p1', expiresAt: 1 };
const mailed = random(32);

/** Every kind of thing that opens something, as we make it. */
const secrets: Record<string, string> = {
  'API key': pair.apiKey,
  'secret key': pair.secretKey,
  'access token of an app user': makeAccessToken(pepper, user),
  'refresh token of an app user': `bpr_${random(18)}.${random(32)}`,
  'code of an app user’s reset mail': 'x7KpQ2_vR9sLw4TzB1nYc8Df',
  'token of a sign-in link': `${random(18)}.${random(32)}`,
  'code that brings an address or a user back': 'jwKqUSkcNBobkxSRyszpjQmJ',
  'token of an inbound address': newToken(pepper),
  'secret of a webhook': `whsec_${random(24)}`,
  'token of a mailed link': mailed,
  'id of a session': random(24),
  'id of an upload': 'Zt4_qP8wVb2LxN6rKj1Hs-9M',
  'ID token': `eyJ${random(12)}.eyJ${random(60)}.${random(43)}`,
  'token of Google': `ya29.${random(30)}`,
  'key of Stripe': `sk_live_${randomBytes(12).toString('hex')}`,
  'client secret of Stripe': `pi_3Abc_secret_${randomBytes(12).toString('hex')}`,
  'hash of a password': await hashPassword('a-pass-word-1'),
  'bcrypt hash of another system': '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  'PBKDF2 hash of another system': 'pbkdf2_sha256$260000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  'recovery code of an app user': newRecoveryCodes().codes[0] ?? '',
  'secret of an authenticator app': (await newTotp({ appName: 'Shop', userName: 'ann' })).secret,
  'e-mail address': 'ann.smith+shop@example.test',
  'encoded e-mail address': 'ann.smith%40example.test',
};

/** The places of a text in which a secret stands. */
const places: Record<string, (secret: string) => string> = {
  alone: (secret) => secret,
  'after a line break': (secret) => `refused:\n${secret}`,
  'after a tab, in quotes': (secret) => `got\t"${secret}"`,
  'in JSON': (secret) => JSON.stringify({ outer: JSON.stringify({ token: secret, more: 1 }) }),
  'in a path': (secret) => `/api/hooks/${secret}`,
  'in a page’s path': (secret) => `https://shop.test/user/${secret}/reset-password?x=1`,
  'in a call’s path': (secret) => `/app/authentication/${secret}/verify`,
  'in a query': (secret) => `/o/file?alt=media&token=${secret}&x=1`,
  'after a mark in a page’s address': (secret) => `https://shop.test/in#sign-in=${secret}`,
  'in a header': (secret) => `authorization: Bearer ${secret}, x: y`,
  'after a word': (secret) => `key=${secret};`,
};

let printed: string[];
let kept: KeptLine[];
beforeEach(() => {
  printed = [];
  kept = [];
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation((line: string) => void printed.push(line));
  keepLines((line) => void kept.push(line));
});
afterEach(() => vi.restoreAllMocks());

test.each(Object.keys(secrets))('no log call prints or keeps: %s', (kind) => {
  const secret = secrets[kind] ?? '';
  for (const [place, within] of Object.entries(places)) {
    const text = within(secret);
    const failure = new Error(text, { cause: new Error(`caused by ${text}`) });
    const calls: (() => void)[] = [
      () => log.info('event', { path: text }),
      () => log.warn('event', { path: text }, failure),
      () => log.error('event', { path: text }, failure),
      () => log.error('event', {}, text),
      () => log.error('event', {}, Object.assign(new Error('x'), { stack: `Error: x\n    at run (file:///srv/${text}:1:2)` })),
      () => log.error(text),
    ];
    for (const call of calls) call();
    const everything = JSON.stringify([printed, kept]);
    expect([place, everything.includes(secret), everything.includes(JSON.stringify(secret).slice(1, -1))]).toEqual([place, false, false]);
    for (const part of secret.split(/[.@]|%40/).filter((each) => each.length > 12))
      expect([place, part, everything.includes(part)]).toEqual([place, part, false]);
  }
  expect(printed).toHaveLength(66);
});

test('random letters that look like words are taken out', () => {
  for (const code of [
    'jwKqUSkcNBobkxSRyszpjQmJ',
    'NPEt4OuYqVMbJJxZBaPrkedk',
    'hc-cLFzSKYSUkfnqsCToeLAo',
    'mIojnsq-d_vEFLqj6XHasVMI',
    'mbgBUkCnhUzx1NNeu2FwEZedpFEKktwe',
    'qUAcaBMGNGoPar_ZlwSMcJunvqpbUPei',
    'YWaz__pi_GnFBeQc3Fu2EQaYFKyzUUKlIDLzorTnMns',
  ])
    expect(redact(code)).toBe('[token]');
});

test('what a log is read for stays', () => {
  for (const text of [
    randomUUID(),
    '0a1b2c3d4e5f6g7h8i9j',
    'kPq8sT2vXw4yZa6bCd8eFg0hIj12', // a person's id
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'at createCheckoutSessionFromRequest2 (file:///srv/functions/src/domain/billing/change-plan.ts:12:34)',
    'node_modules/@google-cloud/firestore/build/src/pool.js',
    'FIRESTORE_EMULATOR_HOST',
    'processTicksAndRejections',
    'deploy-check-report-failed',
    'BEDPLATE_FIRESTORE_EMULATOR_TEST_HOST',
    'GET /api/products/0a1b2c3d4e5f6g7h8i9j/dataId/x/restore 12 ms',
  ])
    expect(redact(text)).toBe(text);
});

test('no text makes it slow', () => {
  const began = process.cpuUsage(); // the processor's time: other work on the machine does not count
  for (const text of ['a', 'aA', 'a1', '_a', 'A', 'a-B', '@', '.a', '://', '\t', 'eyJ', '/hooks/'].map((part) => part.repeat(50_000)))
    redact(`${text}!`);
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});
