import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { createIdMaker } from '../../../store/time-ordered-id.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { eventWrites } from './event-writes.ts';

const kib = 1024;

/** @returns of each event whether it tells the record whole */
function toldWhole(receivers: number, sizes: readonly number[]): boolean[] {
  const data = { tenantId: 't1', projectId: 'p1', storageKey: 'things', receivers: Array.from({ length: receivers }, (_, i) => `e${i}`) };
  const storage = { id: 's1', data } as unknown as StorageRow; // what an event is made of
  const records = sizes.map((size, i) => ({ id: `r${i}`, text: 'x'.repeat(size) }) as unknown as DataRecord);
  const writes = eventWrites({ makeId: createIdMaker(), now: () => 0 }, storage, { event: 'record.created', records });
  return writes.map((write) => !(JSON.parse((write as unknown as { data: { body: string } }).data.body) as { isBrief?: true }).isBrief);
}

test('a record that has no room in a document beside its event is told by its id', () => {
  expect(toldWhole(1, [950 * kib])).toEqual([true]);
  expect(toldWhole(1, [961 * kib])).toEqual([false]);
});

test('records whose events have no room in one commit are told by their ids', () => {
  expect(toldWhole(2, [300 * kib, 300 * kib])).toEqual([true, true, true, true]);
  expect(toldWhole(3, [300 * kib, 300 * kib])).toEqual(Array(6).fill(false));
});
