import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGoogleIdentity } from './google-identity.ts';

/** Google's place is taken by a server with keys of our own; the library and what it checks are the real ones. */
const googleClientId = 'console.apps.googleusercontent.com';
let server: Server;
let googleCertsUrl: string;
let google: CryptoKey;
let others: CryptoKey;

beforeAll(async () => {
  const [ours, theirs] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  [google, others] = [ours.privateKey, theirs.privateKey];
  const keys = [{ ...(await exportJWK(ours.publicKey)), kid: 'g1', alg: 'RS256', use: 'sig' }];
  server = createServer((_, res) => res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys })));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  googleCertsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server?.close());

const now = () => Math.floor(Date.now() / 1000);
const claims = { sub: '117', email: 'ada@example.test', email_verified: true, name: 'Ada', nonce: 'n1' };
const usual = () => ({ ...claims, iss: 'https://accounts.google.com', aud: googleClientId, iat: now(), exp: now() + 3600 });
const token = (facts: JWTPayload = {}, { key = google, kid = 'g1' } = {}) =>
  new SignJWT({ ...usual(), ...facts }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
const identity = (config: object = {}) => createGoogleIdentity({ googleClientId, googleCertsUrl, emulators: null, ...config });

test.each(['https://accounts.google.com', 'accounts.google.com'])(
  'a token that Google signed for this client is believed (%s)',
  async (iss) => {
    expect(await identity().verify(await token({ iss }))).toEqual(claims);
  },
);

test.each<[string, () => Promise<string> | string]>([
  ['by somebody else under Google’s key id', () => token({}, { key: others })],
  ['by a key that Google does not publish', () => token({}, { key: others, kid: 'x9' })],
  ['by nobody', () => new UnsecuredJWT(usual()).encode()],
  [
    'with the public text as a secret',
    async () => new SignJWT(usual()).setProtectedHeader({ alg: 'HS256', kid: 'g1' }).sign(Buffer.alloc(32, 1)),
  ],
  ['for another client', () => token({ aud: 'other.apps.googleusercontent.com' })],
  ['for nobody', () => token({ aud: undefined })],
  ['by another issuer', () => token({ iss: 'https://accounts.google.com.evil.test' })],
  ['an hour ago', () => token({ iat: now() - 7200, exp: now() - 3600 })],
  ['without an end', () => token({ exp: undefined })],
  ['for tomorrow', () => token({ nbf: now() + 86_400 })],
  ['without an address', () => token({ email: undefined })],
  ['without a word about the address', () => token({ email_verified: undefined })],
  [
    'and changed',
    async () =>
      (await token()).replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...usual(), email: 'ceo@x.test' })).toString('base64url')}.`),
  ],
])('a token signed %s is not', async (_, make) => {
  expect(await identity().verify(await make())).toBeNull();
});

test.each(['{"sub":"1","email":"ada@example.test","email_verified":true}', 'abc', '', 'a.b.c'])('the text %s is none', async (text) => {
  expect(await identity().verify(text)).toBeNull();
});

test('without a client nothing is believed, and an unsigned payload only beside an Auth emulator', async () => {
  expect(await identity({ googleClientId: null }).verify(await token())).toBeNull();
  const emulators = { auth: '127.0.0.1:1', firestore: '127.0.0.1:1', storage: null };
  expect(await identity({ emulators }).verify(JSON.stringify(claims))).toEqual(claims);
  expect(await identity({ emulators }).verify(await token({}, { key: others }))).toBeNull();
});

test('when Google’s keys cannot be had that is a failure and no refusal', async () => {
  await expect(identity({ googleCertsUrl: 'http://127.0.0.1:1' }).verify(await token())).rejects.toThrow('fetch failed');
});
