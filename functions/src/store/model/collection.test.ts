import { expect, expectTypeOf, test } from 'vitest';
import type { Door } from '../readers.ts';
import { collection, documentPath } from './collection.ts';

const fruits = collection<{ ripe: boolean }>('fruits');
/** A reader of documents with that path as their only content. */
const door = { get: async (path: string) => ({ data: path }) } as unknown as Pick<Door, 'get'>;

test('a path gives a read its type; a bare text and another type do not compile', async () => {
  expectTypeOf((await door.get(fruits.path('fig')))?.data).toEqualTypeOf<{ ripe: boolean } | undefined>();
  // @ts-expect-error -- a text names no document
  await door.get('fruits/fig');
  // @ts-expect-error -- fruits have no price
  await door.get<{ price: number }>(fruits.path('fig'));
  expectTypeOf((await door.get(documentPath<{ price: number }>('prices/fig')))?.data).toEqualTypeOf<{ price: number } | undefined>();
  expect(fruits.path('fig')).toBe('fruits/fig');
});
