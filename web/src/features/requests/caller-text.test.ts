import { expect, test } from 'vitest';
import '../../texts/requests.ts';
import { callerText } from './caller-text.ts';

const names = { keys: { own: '', k1: 'Shop', hook_2: 'Orders' }, storages: {}, members: { m1: 'Ann' }, users: { u1: 'ada' } };

test.each([
  [{ key: 'page:s1', user: null, member: null }, 'A sign-in page'],
  [{ key: 'hook_1', user: null, member: null }, 'Deleted inbound webhook'],
  [{ key: 'hook_2', user: null, member: null }, 'Inbound webhook of Orders'],
  [{ key: 'own', user: null, member: null }, 'Account’s keys'],
  [{ key: 'k1', user: null, member: null }, 'Shop'],
  [{ key: 'k2', user: null, member: null }, 'A removed key'],
  [{ key: null, user: 'u1', member: null }, 'ada'],
  [{ key: null, user: 'u2', member: null }, 'App user u2'],
  [{ key: null, user: null, member: 'm1' }, 'Ann, in the console'],
  [{ key: null, user: null, member: 'm2' }, 'A former member, in the console'],
  [{ key: null, user: null, member: null }, 'Unknown caller'],
])('the caller of %j is %s', (line, text) => {
  expect(callerText(line, names)).toBe(text);
});
