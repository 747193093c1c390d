import { KeyRotation } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { check } from '../../validation/check.ts';

test.each([{}, { overlapHours: 1 }, { overlapHours: 24 }])('the pair can be changed with %j', (body) => {
  expect(check(KeyRotation, body)).toEqual(body);
});

test.each([0, 0.5, 1.5, 25, null])('an overlap of %j hours is refused by its name', (overlapHours) => {
  expect(() => check(KeyRotation, { overlapHours })).toThrow(/from 1 to 24|^overlapHours must be/);
});
