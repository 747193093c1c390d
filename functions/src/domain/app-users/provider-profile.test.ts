import { exportPKCS8, exportSPKI, generateKeyPair, importSPKI, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { appleSecret } from './apple-secret.ts';
import { githubProfile } from './github-profile.ts';
import { profileOf } from './provider-profile.ts';

const claims = { iss: 'https://issuer.example', sub: 's1', email: 'a@firm.example', name: 'Ann' };
const emailOf = (kind: Parameters<typeof profileOf>[0], more: object) => profileOf(kind, { ...claims, ...more }, null).email;

test.each([
  ['oidc', { email_verified: true }, true],
  ['oidc', { email_verified: 'true' }, false],
  ['oidc', {}, false],
  ['google', { email_verified: true }, false],
  ['google', { email_verified: true, hd: 'firm.example' }, true],
  ['google', { email_verified: true, email: 'a@gmail.com' }, true],
  ['google', { email_verified: false, email: 'a@gmail.com' }, false],
  ['google', { email_verified: true, email: 'a@gmail.com.evil.test' }, false],
  ['apple', { email_verified: 'true' }, true],
  ['apple', { email_verified: true }, true],
  ['apple', { email_verified: 'false' }, false],
  ['microsoft', { email_verified: true }, false],
  ['microsoft', { xms_edov: true }, true],
  ['microsoft', { xms_edov: 1 }, true],
  ['microsoft', { xms_edov: '1' }, true],
  ['microsoft', { xms_edov: 'true' }, true],
  ['microsoft', { xms_edov: '0' }, false],
] as const)('%s with %j: whether the address counts is %s', (kind, more, counts) => {
  expect(emailOf(kind, more) !== null).toBe(counts);
});

test.each([{ sub: undefined }, { sub: '' }, { sub: 7 }, { iss: undefined }])('a token with %j is nobody’s', (more) => {
  expect(() => profileOf('oidc', { ...claims, ...more }, null)).toThrow('names nobody');
});

test('Microsoft knows a person by tenant and object, in every app', () => {
  const profile = profileOf('microsoft', { ...claims, iss: 'https://login.microsoftonline.com/t1/v2.0', oid: 'o1' }, null);
  expect(profile).toMatchObject({ issuer: 'https://login.microsoftonline.com/t1/v2.0', subject: 'o1' });
  expect(profileOf('microsoft', claims, null).subject).toBe('s1');
  // Elsewhere such a claim is anything, perhaps somebody else's number.
  expect(profileOf('oidc', { ...claims, oid: 'o1' }, null).subject).toBe('s1');
});

test.each(['', 7, undefined])('the name %j is none', (name) => {
  expect(profileOf('oidc', { ...claims, name }, null).name).toBeNull();
});

test('Apple tells a name beside its token, once, and nothing breaks on what else stands there', () => {
  const name = (user: string | null) => profileOf('apple', claims, user).name;
  expect(name(JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' } }))).toBe('Ann Lee');
  expect(name(JSON.stringify({ name: { firstName: 'Ann', lastName: '' } }))).toBe('Ann');
  for (const user of [null, '', '{', 'null', '{"name":{"firstName":7}}']) expect(name(user)).toBeNull();
});

test('Apple’s secret is a token for an hour, signed by the owner’s key', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const now = Date.now();
  const secret = await appleSecret({ clientId: 'shop', teamId: 'T1', keyId: 'K1' }, await exportPKCS8(privateKey), now);
  const options = { issuer: 'T1', subject: 'shop', audience: 'https://appleid.apple.com' };
  const { payload, protectedHeader } = await jwtVerify(secret, await importSPKI(await exportSPKI(publicKey), 'ES256'), options);
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'K1' });
  expect(payload.exp).toBe(Math.floor(now / 1000) + 3600);
});

test('GitHub’s person is a number, with an address only where it is the proved main one', async () => {
  const github = (emails: object[]) =>
    (async (address) => Response.json(String(address).endsWith('/emails') ? emails : { id: 7, login: 'ann', name: null })) as typeof fetch;
  const email = { email: 'a@b.test', primary: true, verified: true };
  expect(await githubProfile(github([{ ...email, primary: false, email: 'c@d.test' }, email]), 't')).toEqual({
    issuer: 'https://github.com',
    subject: '7',
    email: 'a@b.test',
    name: null,
  });
  expect((await githubProfile(github([{ ...email, verified: false }]), 't')).email).toBeNull();
  await expect(githubProfile((async () => new Response('', { status: 401 })) as typeof fetch, 't')).rejects.toThrow('401');
});
