import { expect, test } from 'vitest';
import { previewOf, shortName } from './preview.ts';

test('a sender name is cut at 15 characters', () => {
  expect(shortName('Bartholomew Long')).toBe('Bartholomew Lon…');
  expect(shortName('Bartholomew Lon')).toBe('Bartholomew Lon');
});

test('a preview is cut at 80 characters beside a subject, else at 50', () => {
  const message = 'x'.repeat(81);
  expect(previewOf({ subject: 'Hello', message })).toBe(`${'x'.repeat(80)}…`);
  expect(previewOf({ subject: '', message })).toBe(`${'x'.repeat(50)}…`);
  expect(previewOf({ message: 'short' })).toBe('short');
});
