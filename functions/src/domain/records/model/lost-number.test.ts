import { lostNumber } from '@bedplate/contract';
import { expect, test } from 'vitest';

const beyond = '12345678901234567';

test.each([
  [`{"a":${beyond}}`, beyond],
  [`{"a":"${beyond}"}`, undefined],
  [`{"a":"\\"${beyond}"}`, undefined],
  [`{"a":"\\\\","b":-${beyond}}`, `-${beyond}`],
  [`["x","",${beyond}]`, beyond],
  ['[1e999]', '1e999'],
  ['[9007199254740992, 1.5e3]', undefined],
  [`["open ${beyond}`, beyond],
])('of %j the number that loses digits is %j', (json, lost) => {
  expect(lostNumber(json)).toBe(lost);
});

test('megabytes of escapes do not run out of stack', () => {
  const text = '\\\\'.repeat(5_000_000);
  expect(lostNumber(`["${text}${beyond}"]`)).toBeUndefined();
  expect(lostNumber(`["${text}",${beyond}]`)).toBe(beyond);
});
