import { expect, test } from 'vitest';
import { takeVisit, visitsPerMinute } from './visit-limit.ts';

test("a network's page views beyond the limit of a minute are refused until the next minute", () => {
  const now = 10_000_000;
  for (let n = 0; n < visitsPerMinute; n++) takeVisit('203.0.113.7', now + n);
  expect(() => takeVisit('203.0.113.7', now + 100)).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
  expect(() => takeVisit('203.0.113.8', now + 100)).not.toThrow();
  expect(() => takeVisit('203.0.113.7', now + 60_000)).not.toThrow();
});

test('all networks begin again when there are more than memory is for', () => {
  const now = 20_000_000;
  const visit = (address: string) => () => takeVisit(address, now);
  for (let n = 0; n < visitsPerMinute; n++) visit('198.51.100.7')();
  for (let n = 0; n < 9_999; n++) visit(`10.${n >> 8}.${n & 255}.1`)();
  expect(visit('198.51.100.7')).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
  visit('10.200.0.1')();
  expect(visit('198.51.100.7')).not.toThrow();
});
