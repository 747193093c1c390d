import type { Request } from 'express';
import { expect, test } from 'vitest';
import { idempotencyKey } from './idempotency-key.ts';

const sent = (key: string | undefined) => ({ headers: { 'idempotency-key': key } }) as unknown as Request; // what is read of one

test.each([undefined, 'a-key_12', 'x'.repeat(64)])('an order is marked by %j', (key) => {
  expect(idempotencyKey(sent(key))).toBe(key);
});

test.each(['', 'short_7', 'x'.repeat(65), 'with space', 'with/slash', 'ümlaut-key'])('an order is not marked by %j', (key) => {
  expect(() => idempotencyKey(sent(key))).toThrow('Idempotency-Key has 8 to 64 letters, digits, dashes and underscores.');
});
