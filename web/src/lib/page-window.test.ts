import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test.each([
  [1, 3, [1, 2, 3]],
  [1, 30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [12, 30, [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
  [30, 30, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]],
  // Covers S2-9-01, S2-5-20
])('around page %i of %i stand at most ten numbers, none outside', (page, total, numbers) => {
  expect(pageWindow(page, total)).toEqual(numbers);
});
