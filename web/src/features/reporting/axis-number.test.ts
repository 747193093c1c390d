import { afterEach, expect, test } from 'vitest';
import { axisNumber } from './axis-number.ts';

afterEach(() => document.documentElement.removeAttribute('lang'));

test('large counts are short enough for an axis, in the manner of the page', () => {
  expect([0, 7, 1500, 10_000, 15_000_000].map(axisNumber)).toEqual(['0', '7', '1.5K', '10K', '15M']);
  document.documentElement.lang = 'zh';
  expect([0, 7, 15_000, 150_000_000].map(axisNumber)).toEqual(['0', '7', '1.5万', '1.5亿']);
});
