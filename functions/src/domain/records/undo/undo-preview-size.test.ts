import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Entry } from '../history/entries.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Selection } from './selection.ts';
import { previewUndo } from './start-undo.ts';
import { undoTrial } from './tried-undo.ts';
import { hasSelected } from './undo-extent.ts';
import { nextEntries, oldestByKey } from './undo-kind.ts';

vi.mock('./tried-undo.ts');
vi.mock('./undo-kind.ts');

test('a look before an undo meets five thousand entries, and shows twenty records', async () => {
  const entries = Array.from({ length: 250 }, () => ({ at: Timestamp.fromMillis(0), by: [] })) as unknown as Entry[]; // what is read of them
  let met = 0;
  vi.mocked(nextEntries).mockImplementation(async () => {
    met += entries.length;
    if (met > 100_000) throw new Error('It does not end.');
    return { entries, next: 'more' };
  });
  vi.mocked(oldestByKey).mockReturnValue(Array.from({ length: 250 }, (_, n) => [`k${n}`, 1] as const));
  const planned = { plan: { existence: 'stays', fields: {}, conflicts: [] }, state: { fields: {} } };
  vi.mocked(undoTrial).mockReturnValue((async () => planned) as unknown as ReturnType<typeof undoTrial>);
  const selection = { by: { kind: 'key', id: 'k' }, record: null, field: null, from: 0, until: 1 } as unknown as Selection;
  const { samples, isExact } = await previewUndo({} as RecordServices, { storage: { id: 's1', data: {} } as StorageRow, selection });
  expect([met, samples.length, isExact]).toEqual([5_000, 20, false]);
});

test('a look for any change asks for thirty hours at once, and for three hundred entries beside them', async () => {
  const asked: (readonly [hours: number, entries: number])[] = [];
  const query = async ({ where: [[, , hours]], limit }: { where: [[string, string, string[]]]; limit: number }) => {
    asked.push([hours.length, limit]);
    return { rows: Array.from({ length: limit }, (_, n) => ({ id: `e${n}`, data: { actor: 'other', at: Timestamp.fromMillis(0) } })) };
  };
  const services = { store: { in: () => ({ query }) } } as unknown as RecordServices; // what is read of them
  const selection = { by: { kind: 'key', id: 'k' }, record: null, field: null, from: 1, until: 100 * 3_600_000 } as unknown as Selection;
  expect(await hasSelected(services, { id: 's1', data: {} } as StorageRow, selection)).toBe(true);
  expect(asked.slice(0, 3)).toEqual([
    [30, 1],
    [30, 300],
    [30, 300],
  ]);
  expect(asked).toHaveLength(1 + 17); // five thousand entries
});
