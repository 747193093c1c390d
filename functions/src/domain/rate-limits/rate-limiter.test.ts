import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

test('a minute’s calls may come at once, then they come evenly', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  for (let i = 60; i > 0; i -= 1)
    expect(limiter.take('a', 60, 1)).toMatchObject({ allowed: true, limit: 60, remaining: i - 1, retryAfter: 0 });
  expect(limiter.take('a', 60, 1)).toMatchObject({ allowed: false, remaining: 0, reset: 60, retryAfter: 1 });
  now += 999;
  expect(limiter.take('a', 60, 1).allowed).toBe(false);
  now += 2;
  expect(limiter.take('a', 60, 1).allowed).toBe(true);
  expect(limiter.take('a', 60, 1).allowed).toBe(false);
  now += 600_000;
  expect(limiter.take('a', 60, 1)).toMatchObject({ allowed: true, remaining: 59 });
});

test('names do not share, instances do', () => {
  const limiter = createRateLimiter(() => 0);
  expect(limiter.take('a', 1, 1).allowed).toBe(true);
  expect(limiter.take('b', 1, 1).allowed).toBe(true);
  expect(limiter.take('a', 1, 1)).toMatchObject({ allowed: false, retryAfter: 60 });
  expect(limiter.take('c', 100, 4).limit).toBe(25);
  expect(limiter.take('d', 2, 50).limit).toBe(1);
});

test('a crowd of names takes bounded memory and cannot refill a bucket in use', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  limiter.take('attacked', 1, 1);
  let passed = 0;
  for (let i = 0; i < 60_000; i += 1) {
    now += 0.01;
    limiter.take(`x${i}`, 10, 1);
    if (i % 1000 === 0) passed += Number(limiter.take('attacked', 1, 1).allowed);
  }
  expect(passed).toBe(0);
});

test('twenty thousand names are remembered, the latest ones', () => {
  const limiter = createRateLimiter(() => 0);
  limiter.take('first', 1, 1);
  limiter.take('second', 1, 1);
  for (let i = 0; i < 19_999; i += 1) limiter.take(`x${i}`, 1, 1);
  expect(limiter.take('second', 1, 1).allowed).toBe(false);
  expect(limiter.take('first', 1, 1).allowed).toBe(true);
});
