import { expect, test } from 'vitest';
import '../../texts/requests.ts';
import { callerText } from './caller-text.ts';

const names = { keys: { own: '', k1: 'Shop' }, storages: {} };

test.each([
  [{ key: 'page:s1', user: null }, 'A sign-in page'],
  [{ key: 'hook_1', user: null }, 'Inbound webhook'],
  [{ key: 'own', user: null }, 'Account’s keys'],
  [{ key: 'k1', user: null }, 'Shop'],
  [{ key: 'k2', user: null }, 'A removed key'],
  [{ key: null, user: null }, '–'],
])('the caller of %j is %s', (line, text) => {
  expect(callerText(line, names)).toBe(text);
});
