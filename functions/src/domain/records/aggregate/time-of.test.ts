import type { ValueType } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { periodOf } from './periods.ts';
import { timeOf } from './time-of.ts';

const berlin: ValueType = { type: 'dateTime', zone: 'Europe/Berlin' };

test.each<[value: unknown, type: ValueType | undefined, zone: string | undefined, day: string | undefined]>([
  ['2026-05-01T22:30:00Z', { type: 'dateTime' }, undefined, '2026-05-01'],
  ['2026-05-01T22:30:00Z', { type: 'dateTime' }, 'Europe/Berlin', '2026-05-02'],
  ['2026-05-01T22:30:00Z', berlin, undefined, '2026-05-02'],
  ['2026-05-01T22:30', berlin, 'UTC', '2026-05-01'],
  ['2026-05-01T22:30:00+02:00', undefined, undefined, '2026-05-01'],
  ['2026-05-01', { type: 'date' }, 'Pacific/Pago_Pago', '2026-05-01'],
  ['2026-05-01', undefined, 'Pacific/Pago_Pago', '2026-05-01'],
  ['2026-05-01', { type: 'dateTime' }, undefined, undefined],
  ['2026-05-01T22:30', undefined, 'UTC', '2026-05-01'],
  ['soon', undefined, undefined, undefined],
  [1_767_225_600_000, undefined, undefined, undefined],
])('%j of %j in %s is of the day %s', (value, type, zone, day) => {
  const time = timeOf(value as string, { type, zone });
  expect(time && periodOf(time.millis, 'day', time.zone).name).toBe(day);
});
