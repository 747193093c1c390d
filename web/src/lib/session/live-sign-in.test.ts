import { beforeEach, expect, test } from 'vitest';
import { forgetLiveSignIn, keepLiveSignIn, keptLiveSignIn } from './live-sign-in.ts';

beforeEach(() => keepLiveSignIn('u1', 'custom'));

test('it signs in again within the hour, and only the person that it was for', () => {
  expect(keptLiveSignIn('u1')).toBe('custom');
  expect(keptLiveSignIn('u2')).toBeNull();
  expect(keptLiveSignIn('u1', Date.now() + 56 * 60_000)).toBeNull();
});

test('nothing is left after a logout, and what is no sign-in is none', () => {
  forgetLiveSignIn();
  expect(keptLiveSignIn('u1')).toBeNull();
  localStorage.setItem('liveSignIn', '{"userId":"u1"');
  expect(keptLiveSignIn('u1')).toBeNull();
});
