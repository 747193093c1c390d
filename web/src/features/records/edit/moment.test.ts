import { expect, test } from 'vitest';
import { byZone, momentOf, momentText } from './moment.ts';

test.each([
  ['2026-03-29T01:30:00+02:00', { clock: '2026-03-29 01:30:00', zone: '+02:00' }],
  ['2026-03-29T01:30:00Z', { clock: '2026-03-29 01:30:00', zone: 'UTC' }],
  ['2026-03-29T01:30:00.123-0330', { clock: '2026-03-29 01:30:00.123', zone: '-03:30' }],
  ['2026-03-29T01:30:00', { clock: '2026-03-29 01:30:00', zone: 'Europe/Berlin' }],
  ['2026-03-29', { clock: '2026-03-29', zone: 'Europe/Berlin' }],
  ['', { clock: '', zone: 'Europe/Berlin' }],
])('%j is shown as %j', (text, moment) => {
  expect(momentOf(text, 'Europe/Berlin')).toEqual(moment);
});

test.each([
  [{ clock: '2026-03-29 01:30', zone: 'Europe/Berlin' }, '2026-03-29T01:30:00+01:00'],
  [{ clock: '2026-07-01 12:00:00', zone: 'Europe/Berlin' }, '2026-07-01T12:00:00+02:00'],
  [{ clock: '2026-07-01 12:00:00', zone: 'UTC' }, '2026-07-01T12:00:00Z'],
  [{ clock: '2026-07-01 12:00:00', zone: 'America/St_Johns' }, '2026-07-01T12:00:00-02:30'],
  [{ clock: '2026-07-01 12:00:00', zone: '+05:30' }, '2026-07-01T12:00:00+05:30'],
  [{ clock: ' ', zone: 'UTC' }, ''],
])('%j is stored as %s', (moment, text) => {
  expect(momentText(moment)).toBe(text);
});

test.each([
  ['2026-12-31T08:00:00+01:00', 'Europe/Berlin'],
  ['2026-12-31T08:00:00+02:00', '+02:00'],
  ['2026-12-31T08:00:00Z', 'UTC'],
])('%s in a field of Berlin is shown by %s', (text, zone) => {
  expect(byZone(momentOf(text, 'Europe/Berlin'), 'Europe/Berlin')).toEqual({ clock: '2026-12-31 08:00:00', zone });
});

test('a time that the zone’s clocks skip, or a half-typed one, becomes no time', () => {
  expect(momentText({ clock: '2026-03-29 02:30:00', zone: 'Europe/Berlin' })).toBe('2026-03-29 02:30:00 Europe/Berlin');
  expect(momentText({ clock: '2026-03', zone: 'Europe/Berlin' })).toBe('2026-03 Europe/Berlin');
});
