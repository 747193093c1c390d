import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 Bytes'],
  [1, '1 Byte'],
  [2, '2 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 2, '1 MB'],
  [1024 ** 3 - 1, '1 GB'],
  [2.25 * 1024 ** 3, '2.25 GB'],
  [5000 * 1024 ** 3, '5000 GB'],
  // Covers S2-2.k-06
])('%i bytes show as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
