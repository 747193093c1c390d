import { expect, test } from 'vitest';
import { createIdMaker, keyAtMillis, millisOfId } from './time-ordered-id.ts';

test('ids of one maker sort newest first, also inside one millisecond', () => {
  let now = 1_800_000_000_000;
  const makeId = createIdMaker(() => now);
  const made: string[] = [];
  for (let i = 0; i < 20_000; i += 1) {
    if (i % 500 === 0) now += 1;
    made.push(makeId().id);
  }
  expect(new Set(made).size).toBe(20_000);
  expect([...made].sort()).toEqual([...made].reverse());
});

test('an id carries the millisecond that createdAt must have, also when the tail runs out', () => {
  const makeId = createIdMaker(
    () => 1_800_000_000_000,
    () => 0n,
  );
  const { id, millis } = makeId();
  expect(millisOfId(id)).toBe(millis);
  expect(id >= keyAtMillis(millis)).toBe(true);
  expect(id < keyAtMillis(millis - 1)).toBe(true);
});

test('a clock that steps back does not break the order', () => {
  const times = [1000, 2000, 1500, 1600];
  const makeId = createIdMaker(() => times.shift() ?? 1700);
  const made = [makeId(), makeId(), makeId(), makeId()].map((m) => m.id);
  expect([...made].sort()).toEqual([...made].reverse());
});

test('a foreign id has no millisecond', () => {
  expect(millisOfId('abc')).toBeNull();
  expect(millisOfId('../../etc/passwd!!!!')).toBeNull();
});
