import { beforeEach, expect, test } from 'vitest';
import { forgetRefused } from './forget-refused.ts';
import { keepLiveSignIn, keptLiveSignIn } from './live-sign-in.ts';

beforeEach(() => keepLiveSignIn('u1', 'custom'));

const failed = (code: string) => Object.assign(new Error('It failed.'), { code });

test('a token that Firebase refuses is forgotten', () => {
  forgetRefused(failed('auth/invalid-custom-token'));
  expect(keptLiveSignIn('u1')).toBeNull();
});

test.each([failed('auth/network-request-failed'), failed('auth/too-many-requests'), new TypeError('The page was left.')])(
  'one that could not be tried is kept for the next page: %s',
  (cause) => {
    expect(() => forgetRefused(cause)).toThrow(cause.message);
    expect(keptLiveSignIn('u1')).toBe('custom');
  },
);
