import { expect, test } from 'vitest';
import { timed } from './finding.ts';

const never = () => new Promise<void>(() => {});

test.each([
  ['our own limit', never],
  ['the limit of the call itself', () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))],
])('a probe that takes longer than %s says for how long nothing answered', async (_, work) => {
  expect(await timed(work, { slow: 5, longest: 10 })).toEqual({ state: 'down', value: null, reason: 'No answer within 0.01 s.' });
});
