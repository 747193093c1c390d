import { expect, test } from 'vitest';
import { checkShape } from './json-shape.ts';

const most = { containers: 5, values: 10 };
const shape = (text: string) => () => checkShape(Buffer.from(text), most);

test.each(['{}', '[1,2,3]', '[[],[],[],[]]', '{"a":{"b":{"c":{}}}}', '"[[[[[[[[[["', String.raw`{"a":"\",,,,,,,,,,,[[[[[["}`, '7'])(
  '%s is taken',
  (text) => {
    expect(shape(text)).not.toThrow();
  },
);

test('a hundred levels are taken, and no more', () => {
  const nested = (levels: number) => () =>
    checkShape(Buffer.from('['.repeat(levels) + ']'.repeat(levels)), { containers: 1_000, values: 1_000 });
  expect(nested(100)).not.toThrow();
  expect(nested(101)).toThrow('100 levels');
});

test.each([
  ['[[],[],[],[],[]]', '5 objects and arrays'],
  ['[{},{},{},{},{}]', '5 objects and arrays'],
  ['[[[[[[]]]]]]', '5 objects and arrays'],
  ['[1,2,3,4,5,6,7,8,9,10]', '10 values'],
  ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}', '10 values'],
])('%s has more than %s', (text, what) => {
  expect(shape(text)).toThrow(what);
});
