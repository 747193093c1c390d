import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Job } from '../jobs/job-kind.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { plannedUndo } from './planned-undo.ts';
import { undoChangesKind } from './undo-kind.ts';
import { undoRecord } from './undo-record.ts';

vi.mock('./following.ts');
vi.mock('./planned-undo.ts', async (original) => ({ ...(await original<object>()), plannedUndo: vi.fn<typeof plannedUndo>() }));
vi.mock('./undo-record.ts');

const input = { by: { kind: 'key', id: 'kBad' }, record: null, field: null, from: 0, until: 2_000 };

const asked: number[] = [];
const rows = Array.from({ length: 100 }, (_, n) => ({
  id: `e${n}`,
  data: { key: `k${n}`, rev: 2, op: 'update', actor: 'kBad', fields: ['n'], at: Timestamp.fromMillis(1_000) },
}));
const query = async ({ limit }: { limit: number }) => (asked.push(limit), { rows });
const services = { now: () => 2_000, store: { in: () => ({ query }) } } as unknown as RecordServices; // what is read of them

/** A page of an undo of a hundred changes. */
function pageOf(state: { after: string | null; again?: string[]; passed?: string[] }) {
  const data = { input, changed: 0, createdBy: 'ann', createdAt: Timestamp.fromMillis(2_000), ...state };
  return undoChangesKind.page(services, { id: 's1', data: {} } as StorageRow, { id: 'j1', data } as unknown as Job); // what is read of it
}

test('a page has three hundred entries, and takes back sixteen records at a time', async () => {
  vi.mocked(plannedUndo).mockResolvedValue(null);
  let [underWay, most] = [0, 0];
  vi.mocked(undoRecord).mockImplementation(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return { changed: true, kept: false, isMetAgain: false };
  });
  expect(await pageOf({ after: null })).toMatchObject({ changed: 100 });
  expect([asked, most]).toEqual([[300], 16]);
});

test('a hundred records look again in one page', async () => {
  vi.mocked(undoRecord).mockReset().mockResolvedValue({ changed: true, kept: false, isMetAgain: false });
  const again = Array.from({ length: 150 }, (_, n) => `1 k${n} 0`);
  expect(await pageOf({ after: 'again/0', again })).toMatchObject({ changed: 100, next: 'again/100' });
});

test('a job remembers twenty thousand records that later pages meet again', async () => {
  vi.mocked(plannedUndo).mockResolvedValue(null);
  vi.mocked(undoRecord).mockReset().mockResolvedValue({ changed: true, kept: false, isMetAgain: true });
  const passed = Array.from({ length: 19_940 }, (_, n) => `p${n}`);
  const page = await pageOf({ after: null, passed });
  expect([page.changed, page.passed?.length]).toEqual([100, 60]);
});
