import { expect, test } from 'vitest';
import { type AppUser, makeAccessToken, readAccessToken } from './access-token.ts';

const [pepper, now] = ['pepper', Date.parse('2026-03-04T05:06:07Z')];
const user: AppUser = { userId: 'ann', key: 'k1', storageId: 's1', projectId: 'p1', session: 'x1', mark: 'm1', expiresAt: now + 1 };
const token = makeAccessToken(pepper, user);
const [payload = '', signature = ''] = token.slice('bpu_'.length).split('.');
const forged = Buffer.from(JSON.stringify({ ...user, userId: 'eve' })).toString('base64url');

test('a token says who the user is, as long as it is valid', () => {
  expect(readAccessToken(pepper, token, now)).toEqual(user);
});

test.each([
  ['at its end', token, now + 1],
  ['after its end', token, now + 3_600_000],
  ['with another user and the same signature', `bpu_${forged}.${signature}`, now],
  ['with a signature that another secret makes', makeAccessToken('salt', user), now],
  ['without a signature', `bpu_${payload}.`, now],
  ['without a dot', `bpu_${payload}`, now],
  ['of another kind', `bpr_${payload}.${signature}`, now],
  ['without its kind', `${payload}.${signature}`, now],
  ['of nothing', 'bpu_.', now],
  ['that is empty', '', now],
])('a token %s is nobody’s', (_, text, at) => {
  expect(readAccessToken(pepper, text, at)).toBeNull();
});
