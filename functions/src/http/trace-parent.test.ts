import { expect, test } from 'vitest';
import { traceIdOf } from './trace-parent.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';

test.each([
  [`00-${trace}-${parent}-01`, trace],
  // A later version may have more parts.
  [`cc-${trace}-${parent}-01-what-comes-next`, trace],
  [`00-${trace}-${parent}-01-more`, null],
  [`ff-${trace}-${parent}-01`, null],
  [`00-${'0'.repeat(32)}-${parent}-01`, null],
  [`00-${trace}-${'0'.repeat(16)}-01`, null],
  [`00-${trace.toUpperCase()}-${parent}-01`, null],
  ['secret', null],
  [undefined, null],
])('of the traceparent %s the trace id is %s', (header, id) => {
  expect(traceIdOf(header)).toBe(id);
});
