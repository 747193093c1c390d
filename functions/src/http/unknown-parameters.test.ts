import { expect, test } from 'vitest';
import { z } from 'zod';
import { refuseParameters, requireKnownParameters } from './unknown-parameters.ts';

const List = z.object({ page: z.string(), limit: z.string(), search: z.string(), sortBy: z.string(), from: z.string(), to: z.string() });

test.each([
  ['Page', 'page'],
  ['page[]', 'page'],
  ['pageSize', 'limit'],
  ['per_page', 'limit'],
  ['q', 'search'],
  ['serch', 'search'],
  ['sort', 'sortBy'],
  ['startDate', 'from'],
  ['dateTo', 'to'],
])('%s is refused for %s', (name, meant) => {
  expect(() => requireKnownParameters(List, { [name]: '1' })).toThrow(`${name} is not a parameter of this call: take ${meant}.`);
});

test('twenty parameters that nobody knows are named', () => {
  const query = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, 'x']));
  const details = Array.from({ length: 20 }, (_, n) => expect.objectContaining({ field: `p${n}` }));
  expect(() => refuseParameters(query)).toThrow(expect.objectContaining({ details }));
});

test('the same names pass where they are parameters, and are refused by name where the call has nothing like them', () => {
  expect(() => requireKnownParameters(z.object({ startDate: z.string() }), { startDate: '2026-05-01' })).not.toThrow();
  expect(() => requireKnownParameters(z.object({ search: z.string(), tab: z.string() }), { pageSize: '5' })).toThrow(
    'pageSize is not a parameter of this call; it takes search, tab.',
  );
});

test('any other name is refused, each in the details, but for those that only pass by caches', () => {
  expect(() => requireKnownParameters(List, { page: '2', tilt: '1', colour: 'red', _: '17', timestamp: '17' })).toThrow(
    expect.objectContaining({
      code: 'invalid-argument',
      details: [{ field: 'tilt' }, { field: 'colour' }].map((each) => expect.objectContaining(each)),
    }),
  );
});

test('a parameter that comes twice is refused by its name, whatever its values', () => {
  expect(() => requireKnownParameters(List, { page: ['1', '1'] })).toThrow('page is given twice. Send it once.');
});

test.each([
  [['1'], 'page[]'],
  [{ gte: '1' }, 'page[gte]'],
])('a parameter written with brackets is refused as what it is: %j', (value, name) => {
  expect(() => requireKnownParameters(List, { page: value })).toThrow(`${name} is not a parameter of this call: take page.`);
});

test('a schema with further members knows every name', () => {
  expect(() => requireKnownParameters(z.looseObject({ page: z.string() }), { tilt: '1', pages: '2' })).not.toThrow();
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
