import { expect, test } from 'vitest';
import { repeatedMembers } from '@bedplate/contract';

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', []],
  ['{"a":1,"\\u0061":2}', [[0, 'a']]],
  [
    '[{"a":1},{"b":1,"b" : 2,"c":1,"c":2},{"a":{"x":1,"x":2}}]',
    [
      [1, 'b'],
      [2, 'x'],
    ],
  ],
  ['{"a":"{\\"b\\":1,\\"b\\":2}","c":"a"}', []],
  ['{"a\\\\":1,"a\\\\":2}', [[0, 'a\\']]],
  ['{"a":["b","b"],"d":"e","f":"e"}', []],
  ['"a"', []],
  ['[]', []],
] as const)('%s', (json, found) => {
  JSON.parse(json);
  expect([...repeatedMembers(json)]).toEqual(found);
});

test('texts of many megabytes, of letters or of escapes, are walked', () => {
  for (const text of ['x'.repeat(40_000_000), '\\n'.repeat(4_000_000), '\\\\'.repeat(4_000_000)])
    expect([...repeatedMembers(`{"a":"${text}","b":1,"b":2}`)]).toEqual([[0, 'b']]);
});
