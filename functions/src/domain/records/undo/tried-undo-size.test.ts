import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { holdersOf } from '../unique/wanted-names.ts';
import { writeRecords } from '../write/write-records.ts';
import { plannedUndo } from './planned-undo.ts';
import { newClaims } from './release.ts';
import { undoTrial } from './tried-undo.ts';
import { togetherWrites } from './undo-together.ts';
import { undoWrites } from './undo-writes.ts';

vi.mock('../unique/wanted-names.ts');
vi.mock('../write/write-records.ts');
vi.mock('./following.ts');
vi.mock('./planned-undo.ts');
vi.mock('./release.ts');
vi.mock('./undo-writes.ts');

const services = {} as RecordServices;
const storage = { id: 's1', data: {} } as StorageRow;
const inTheWay = new ApiError('already-exists', 'Another one has it.');

beforeEach(() => {
  const planned = { state: { live: null }, entries: [], plan: { existence: 'stays', fields: {}, conflicts: [] } };
  vi.mocked(plannedUndo)
    .mockReset()
    .mockResolvedValue(planned as unknown as Awaited<ReturnType<typeof plannedUndo>>);
  vi.mocked(undoWrites).mockReturnValue([{}] as ReturnType<typeof undoWrites>);
  vi.mocked(newClaims).mockReset().mockResolvedValue([]);
  vi.mocked(writeRecords).mockReset();
});

function trial(records: number) {
  const oldest = new Map(Array.from({ length: records }, (_, n) => [`k${n}`, 1] as const));
  const selection = {} as Parameters<typeof undoTrial>[2]['selection']; // read by what is replaced
  return undoTrial(services, storage, { selection, oldest, earlier: [] });
}

test('three hundred records are looked at for one that wants the same', async () => {
  vi.mocked(newClaims).mockResolvedValue(['a name']);
  await trial(400)('k0');
  expect(plannedUndo).toHaveBeenCalledTimes(1 + 300);
});

test('four hundred writes of others are tried before those of a record, and one more', async () => {
  vi.mocked(holdersOf).mockResolvedValue(Array.from({ length: 999 }, (_, n) => `k${n + 1}`));
  vi.mocked(writeRecords).mockRejectedValueOnce(inTheWay);
  await trial(1_000)('k0');
  const sizes = vi.mocked(writeRecords).mock.calls.map(([, writes]) => writes.length);
  expect(Math.max(...sizes)).toBe(401 + 1);
});

test('a hundred records that are in the way of each other are changed in one commit', async () => {
  vi.mocked(holdersOf).mockImplementation(async () => [`h${vi.mocked(plannedUndo).mock.calls.length}`]);
  const planned = await plannedUndo(services, storage, {} as Parameters<typeof plannedUndo>[2]);
  if (!planned) throw new Error('as replaced above');
  let asked = 0;
  vi.mocked(undoWrites).mockImplementation(() => {
    asked += 1;
    return (asked > 1_000 ? [] : [{}]) as ReturnType<typeof undoWrites>;
  });
  const undo = { key: 'k0', jobId: 'j1' } as Parameters<typeof togetherWrites>[2]['undo'];
  expect(await togetherWrites(services, storage, { undo, planned, error: inTheWay })).toHaveLength(100);
});
