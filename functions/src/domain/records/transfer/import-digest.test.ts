import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { importDigest } from './import-digest.ts';

const csv = { reading: { format: 'csv', typed: true }, partial: false, keepsIds: false } as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([1, 49_151, 49_152, 49_153, 200_000])('a file of %d bytes that version 0.1.0 has imported is still known', (size) => {
  const bytes = randomBytes(size);
  expect(importDigest({ bytes, ...csv })).toBe(sha256(JSON.stringify([sha256(bytes.toString('base64')), 'csv', true, false])));
});
