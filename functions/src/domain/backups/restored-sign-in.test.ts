import { signInOf, type SignInProvider } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { restoredSignIn } from './restored-sign-in.ts';

const acme = { id: 'acme', kind: 'oidc', issuer: 'https://login.example.com', clientId: 'shop' } satisfies SignInProvider;
const hook = { url: 'https://shop.example.com/may-sign-up', onFailure: 'refuse' } as const;

test.each<[string, Partial<SignInProvider>]>([
  ['has no secret any more', { clientSecret: undefined }],
  ['asks another issuer', { issuer: 'https://evil.example.com' }],
  ['is another client there', { clientId: 'other' }],
  ['has another name', { id: 'other' }],
])('a provider that %s does not come back, and is told', (_, change) => {
  const before = { providers: [{ ...acme, clientSecret: 'sealed', ...change }] };
  const { signIn, gaps } = restoredSignIn(signInOf({ signIn: { providers: [acme] } }), before);
  expect(signIn.providers).toEqual([]);
  expect(gaps).toMatchObject([{ field: 'signIn.providers.acme' }]);
});

test('a provider whose secret goes where it went comes back', () => {
  const before = { providers: [{ ...acme, clientSecret: 'sealed' }] };
  expect(restoredSignIn(signInOf({ signIn: { providers: [acme] } }), before)).toMatchObject({ signIn: { providers: [acme] }, gaps: [] });
});

test.each([
  ['comes back with its secret', { ...hook, secret: 'sealed' }, { hook, signUp: 'open' }],
  ['without a secret is left out, and nobody signs up', hook, { hook: null, signUp: 'closed' }],
  [
    'at another address is left out, and nobody signs up',
    { ...hook, url: 'https://evil.example.com', secret: 's' },
    { hook: null, signUp: 'closed' },
  ],
])('a server that is asked about sign-ups %s', (_, known, expected) => {
  expect(restoredSignIn(signInOf({ signIn: { hook, signUp: 'open' } }), { hook: known }).signIn).toMatchObject(expected);
});
