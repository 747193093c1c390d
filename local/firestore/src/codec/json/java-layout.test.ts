import { expect, test } from 'vitest';
import { javaLayout } from './java-layout.ts';
import { JsonDouble } from './json.ts';

test('messages are indented by two and lists stay on their line', () => {
  expect(javaLayout({ a: [{ b: 'x' }, {}], c: 1 })).toBe('{\n  "a": [{\n    "b": "x"\n  }, {\n  }],\n  "c": 1\n}');
});

test.each([
  [1, '1.0'],
  [1e7, '1.0E7'],
  [1.5e-4, '1.5E-4'],
  [9999999.5, '9999999.5'],
  [-0, '-0.0'],
  [Number.NaN, '"NaN"'],
  [Number.NEGATIVE_INFINITY, '"-Infinity"'],
])('the double %d prints as %s', (value, text) => {
  expect(javaLayout(new JsonDouble(value))).toBe(text);
});

test('in the compact layout what JSON cannot say is text', () => {
  expect(JSON.stringify([1, Number.NaN, -0, 0.5].map((value) => new JsonDouble(value)))).toBe('[1,"NaN","-0",0.5]');
});
