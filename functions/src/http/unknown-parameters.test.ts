import { expect, test } from 'vitest';
import { z } from 'zod';
import { refuseParameters, unknownParameters } from './unknown-parameters.ts';

const List = z.object({ page: z.string(), limit: z.string(), search: z.string(), sortBy: z.string(), from: z.string(), to: z.string() });

test.each([
  ['Page', 'page'],
  ['pageSize', 'limit'],
  ['per_page', 'limit'],
  ['q', 'search'],
  ['serch', 'search'],
  ['sort', 'sortBy'],
  ['startDate', 'from'],
  ['dateTo', 'to'],
])('%s is refused for %s', (name, meant) => {
  expect(() => unknownParameters(List, { [name]: '1' })).toThrow(`${name} is not a parameter of this call: take ${meant}.`);
});

test('the same names pass where they are parameters, or where the call has nothing like them', () => {
  expect(unknownParameters(z.object({ startDate: z.string() }), { startDate: '2026-05-01' })).toEqual([]);
  expect(unknownParameters(z.object({ search: z.string() }), { pageSize: '5' })).toMatchObject([
    { field: 'pageSize', message: 'pageSize is not a parameter of this call and changes nothing.' },
  ]);
});

test('any other name is warned of, but for those that only pass by caches', () => {
  expect(unknownParameters(List, { tilt: '1', colour: 'red', _: '17', timestamp: '17' }).map(({ field }) => field)).toEqual([
    'tilt',
    'colour',
  ]);
});

test('a schema with further members knows every name', () => {
  expect(unknownParameters(z.looseObject({ page: z.string() }), { tilt: '1', pages: '2' })).toEqual([]);
});

test('a call without parameters refuses each by its name, but for those that only pass by caches', () => {
  expect(() => refuseParameters({ _: '17', timestamp: '17' })).not.toThrow();
  expect(() => refuseParameters({ dryRun: 'true', force: '1', _: '17' })).toThrow(
    expect.objectContaining({
      code: 'invalid-argument',
      message: 'dryRun is not a parameter of this call, which takes none: leave it out.',
      details: [expect.objectContaining({ field: 'dryRun' }), expect.objectContaining({ field: 'force' })],
    }),
  );
});
