import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { plannedUndo } from './planned-undo.ts';
import { undoChangesKind } from './undo-kind.ts';
import { undoRecord } from './undo-record.ts';

vi.mock('./following.ts');
vi.mock('./planned-undo.ts', async (original) => ({ ...(await original<object>()), plannedUndo: vi.fn<typeof plannedUndo>() }));
vi.mock('./undo-record.ts');

test('a job remembers twenty thousand records that later pages meet again', async () => {
  vi.mocked(plannedUndo).mockResolvedValue(null);
  vi.mocked(undoRecord).mockResolvedValue({ changed: true, kept: false, isMetAgain: true });
  const rows = Array.from({ length: 100 }, (_, n) => ({
    id: `e${n}`,
    data: { key: `k${n}`, rev: 2, op: 'update', actor: 'kBad', fields: ['n'], at: Timestamp.fromMillis(1_000) },
  }));
  const services = { now: () => 2_000, store: { in: () => ({ query: async () => ({ rows }) }) } } as unknown as RecordServices; // what is read
  const input = { by: { kind: 'key', id: 'kBad' }, record: null, field: null, from: 0, until: 2_000 };
  const passed = Array.from({ length: 19_940 }, (_, n) => `p${n}`);
  const job = { id: 'j1', data: { input, after: null, passed, createdBy: 'ann', createdAt: Timestamp.fromMillis(2_000) } };
  const page = await undoChangesKind.page(
    services,
    { id: 's1', data: {} } as StorageRow,
    job as unknown as Parameters<typeof undoChangesKind.page>[2],
  );
  expect([page.changed, page.passed?.length]).toEqual([100, 60]);
});
