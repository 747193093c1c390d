import { expect, test } from 'vitest';
import { fieldName } from './field-name.ts';

test.each(['a', '7', '', '__proto__', 'constructor', 'Größe', 'x'.repeat(1500)])('a name stays what it is: %s', (name) => {
  expect(fieldName(name)).toBe(name);
  expect(fieldName(name)).toBe(name);
});

test('more names than are remembered are names as well', () => {
  for (let i = 0; i < 10_100; i += 1) expect(fieldName(`name${i}`)).toBe(`name${i}`);
});
