import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { reachedAt } from './provider-address.ts';

const fixed = {
  'https://accounts.google.com/.well-known/openid-configuration': 'google/.well-known/openid-configuration',
  'https://appleid.apple.com/auth/token': 'apple/auth/token',
  'https://login.microsoftonline.com/common/v2.0/keys?a=1': 'microsoft/common/v2.0/keys?a=1',
  'https://github.com/login/oauth/authorize?state=x': 'github/login/oauth/authorize?state=x',
  'https://api.github.com/user/emails': 'github/api/user/emails',
};
const withEmulators = (emulators: object | null) => ({ config: { emulators } }) as unknown as Services;

test.each(Object.entries(fixed))('%s is played by a stand-in where there is one', (address, path) => {
  expect(reachedAt(withEmulators({ signIn: 'http://127.0.0.1:1090' }), address)).toBe(`http://127.0.0.1:1090/${path}`);
  for (const emulators of [null, {}, { signIn: null }]) expect(reachedAt(withEmulators(emulators), address)).toBe(address);
});

test.each(['https://login.example.com/token', 'https://accounts.google.com.evil.test/token', 'http://accounts.google.com/token'])(
  '%s is an address like any other',
  (address) => {
    expect(reachedAt(withEmulators({ signIn: 'http://127.0.0.1:1090' }), address)).toBe(address);
  },
);
