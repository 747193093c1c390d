import { expect, test } from 'vitest';
import { shownExamples, shownValue } from './shown-examples.ts';

test('five examples are shown, and two hundred characters of each', () => {
  const examples = Array.from({ length: 9 }, (_, id) => ({ id: `${id}`, value: 'x'.repeat(201) }));
  const shown = shownExamples(examples);
  expect(shown).toHaveLength(5);
  expect(shown[0]?.value).toBe(`${'x'.repeat(200)}…`);
  expect(shownValue('x'.repeat(200))).toBe('x'.repeat(200));
});
