import { expect, test } from 'vitest';
import { pageNumbers, pageWindow } from './page-numbers.ts';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, null, 9]],
  [3, 9, [1, 2, 3, 4, null, 9]],
  [4, 9, [1, null, 3, 4, 5, null, 9]],
  [6, 9, [1, null, 5, 6, 7, null, 9]],
  [7, 9, [1, null, 6, 7, 8, 9]],
  [9, 9, [1, null, 6, 7, 8, 9]],
  [4, 6, [1, null, 3, 4, 5, 6]],
])('page %i of %i offers %j', (page, total, numbers) => {
  expect(pageNumbers(page, total)).toEqual(numbers);
});

test('never more than five numbers, and always the present, the first and the last page', () => {
  for (let total = 1; total <= 30; total++) {
    for (let page = 1; page <= total; page++) {
      const numbers = pageNumbers(page, total).filter((n) => n !== null);
      expect(numbers.length).toBeLessThanOrEqual(5);
      expect(numbers).toEqual(expect.arrayContaining([1, page, total]));
    }
  }
});

test.each([
  [1, 3, [1, 2, 3]],
  [1, 30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [12, 30, [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
  [30, 30, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]],
  // Covers S2-9-01, S2-5-20
])('around page %i of %i stand at most ten numbers, none outside', (page, total, numbers) => {
  expect(pageWindow(page, total)).toEqual(numbers);
});
