import { verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, passwordMatches } from './password.ts';

vi.mock(import('@node-rs/argon2'), async (original) => {
  const library = await original();
  return { ...library, verify: vi.fn<typeof library.verify>(library.verify) };
});

test('a user who does not exist costs the hash that a known one costs', async () => {
  const known = await hashPassword('a-pass-word-1');
  for (const stored of [known, undefined]) expect(await passwordMatches(stored, 'a-pass-word-2')).toBe(false);
  const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
  expect(hashes).toHaveLength(2);
  const [ofKnown, ofUnknown] = hashes.map((hash) => hash.split('$').slice(0, 4).join('$')); // the algorithm and what it costs
  expect(ofUnknown).toBe(ofKnown);
});
