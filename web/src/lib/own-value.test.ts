import { expect, test } from 'vitest';
import { ownValue } from './own-value.ts';

test('what every object inherits is no value of this one', () => {
  expect(['valueOf', 'toString', '__proto__', 'a'].map((name) => ownValue({ a: 1 }, name))).toEqual([undefined, undefined, undefined, 1]);
  expect(ownValue({ valueOf: null }, 'valueOf')).toBeNull();
});
