import type { StorageSchema } from '@bedplate/contract';
import { expect, test, vi } from 'vitest';
import type { Store } from '../../../store/access.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { referenceContradictions } from './related-storages.ts';

vi.mock('./storage-rules.ts', () => ({ schemaOf: (given: unknown) => given }));

const refersTo = (storage: string) => ({ fields: { up: { type: 'reference', storage, onDelete: 'cascade' } } }) as unknown as StorageSchema; // what is read of it

/** The faults of a storage whose records go with those of another one, and those with a third one's, until the last refers to the first. */
async function circleOf(storages: number) {
  const row = (id: string) => ({ id, data: { projectId: 'p1', storageName: id, archived: false, schema: { version: 1 } } });
  const after = (id: string) => `s${(Number(id.slice(1)) + 1) % storages}`;
  const store = {
    storages: { getAll: async (ids: string[]) => ids.map(row) },
    in: (place: { name: string }) => ({ get: async () => ({ data: refersTo(after(place.name.split('/')[1] ?? '')) }) }),
  };
  return referenceContradictions(store as unknown as Store, row('s0') as unknown as StorageRow, refersTo('s1'));
}

test('a circle of 49 storages is found, a longer one is not looked for', async () => {
  expect(await circleOf(49)).toHaveLength(1);
  expect(await circleOf(50)).toEqual([]);
});
