import { expect, test } from 'vitest';
import { newRecoveryCodes } from './recovery-codes.ts';

test('a person gets ten recovery codes, each another one', () => {
  const { codes, hashes } = newRecoveryCodes();
  expect([new Set(codes).size, new Set(hashes).size]).toEqual([10, 10]);
});
