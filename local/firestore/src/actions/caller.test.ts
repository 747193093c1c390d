import { expect, test } from 'vitest';
import { readCaller } from './caller.ts';

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

test.each(['Bearer owner', 'bearer OWNER', 'Bearer ya29.abc'])('%s is an administrator', (header) => {
  expect(readCaller(header)).toEqual({ kind: 'admin' });
});

test.each([undefined, '', 'Bearer\towner'])('%s is signed out', (header) => {
  expect(readCaller(header)).toEqual({ kind: 'user', auth: null });
});

test('an unsigned token names its user', () => {
  const claims = { sub: 'u1', admin: true };
  expect(readCaller(`Bearer ${part({ alg: 'none' })}.${part(claims)}.`)).toEqual({ kind: 'user', auth: { uid: 'u1', token: claims } });
});

test.each(['Bearer a.b', 'Bearer a.b.c', `Bearer ${part({})}.${part({})}.`, `Bearer ${part({})}.!!!.`])('%s is no token', (header) => {
  expect(() => readCaller(header)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', message: 'invalid jwt' }));
});

test('another scheme is not signed in', () => {
  expect(() => readCaller('Basic abc')).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
});
