import { expect, test } from 'vitest';
import { preconditionTime } from './preconditions.ts';

test.each([
  ['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z'],
  ['2026-05-01T12:00:00.1234567Z', '2026-05-01T12:00:00.123Z'],
  ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z'],
  ['2026-05-01T12:00z', '2026-05-01T12:00:00Z'],
  ['2026-05-01T14:00:00+02:00', '2026-05-01T12:00:00Z'],
  ['2026-05-01T14:00:00.000 02:00', '2026-05-01T12:00:00.000Z'],
  ['2026-05-01 14:00:00+0200', '2026-05-01T12:00:00Z'],
  ['2026-05-01 12:00:00.5', '2026-05-01T12:00:00.500Z'],
  ['2026-05-01T00:00:00+02:00', '2026-04-30T22:00:00Z'],
  ['1777636800123', '2026-05-01T12:00:00.123Z'],
  ['2026-05-01', '2026-05-01T00:00:00Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['Fri, 01 May 2026 12:00:00 GMT', '2026-05-01T12:00:00Z'],
])('%s is the time %s', (text, time) => {
  expect(preconditionTime(text)).toBe(time);
});

// A year, a short number or words are read as some time: "12345" as one that no record is ever later than.
// 31 February would be 3 March.
test.each([
  '12345',
  '2026',
  'May 2026',
  '2026-13-01',
  '2030-02-31',
  '2030-02-31T00:00:00Z',
  '2026-02-29T12:00:00.000Z',
  '2026-04-31T10:00+02:00',
  'Sun, 31 Feb 2030 00:00:00 GMT',
  'yesterday',
  '',
  '2026-05-01T12:00:00.000Z'.repeat(2),
])('"%s" is none', (text) => {
  expect(() => preconditionTime(text, 'writes[1].ifUpdatedAt')).toThrow(
    expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field: 'writes[1].ifUpdatedAt' })] }),
  );
});
