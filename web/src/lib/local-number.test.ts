import { expect, test } from 'vitest';
import { localNumber } from './local-number.ts';

test.each([0, 7, 999, 1000, 12_345, 100_000, 1_234_567, -1, -999, -1000, -123_456, 9_007_199_254_740_991])(
  '%d is written as English does',
  (number) => {
    expect(localNumber(number)).toBe(number.toLocaleString('en-US'));
  },
);
