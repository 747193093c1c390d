import { expect, test, vi } from 'vitest';
import { markedText } from './plain-value.ts';

const remembered = vi.hoisted((): string[] => []);
vi.mock('../../../memory/cache.ts', () => ({
  createCache: () => ({ get: () => undefined, set: (text: string) => void remembered.push(text) }),
}));

test('texts of 128 characters are remembered, longer ones are not', () => {
  for (const length of [128, 129]) markedText('X'.repeat(length));
  expect(remembered.map(({ length }) => length)).toEqual([128]);
});
