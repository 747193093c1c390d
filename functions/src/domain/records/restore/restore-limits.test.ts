import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { holdersOf } from '../unique/wanted-names.ts';
import { linesOf } from './lines-of.ts';
import { planRestore } from './plan-restore.ts';
import { restoreAgain } from './restore-again.ts';
import { restoreKind } from './restore-kind.ts';
import { written } from './restored-write.ts';

vi.mock('../unique/wanted-names.ts');
vi.mock('./lines-of.ts');
vi.mock('./plan-restore.ts');
vi.mock('./restored-write.ts');

const storage = { id: 's1', data: {} } as StorageRow;
const part = { data: { ranges: '[{"after":null,"last":null,"object":"o","records":1,"files":0,"bytes":1}]' } };
const store = {
  in: () => ({ get: async () => part }),
  get: async () => null,
  getAll: async () => [null],
  query: async () => ({ rows: [] }),
};
const services = { store } as unknown as RecordServices; // what is read of them
const input = { folder: 'f/', backupId: 'b1', from: 's1', mode: 'changed', isTrial: false, hasHistory: false, ids: null };

beforeEach(() => {
  vi.mocked(planRestore).mockReturnValue({ writes: [{}], lacksFile: false } as ReturnType<typeof planRestore>);
  vi.mocked(linesOf).mockResolvedValue(
    Array.from({ length: 200 }, (_, n) => ({ key: `k${n}`, fields: {} })) as unknown as Awaited<ReturnType<typeof linesOf>>,
  );
});

/** A page of one record whose write is refused. */
async function pageRefused(code: 'conflict' | 'already-exists', again: number) {
  vi.mocked(linesOf).mockResolvedValue([{ key: 'k0', fields: {} }] as unknown as Awaited<ReturnType<typeof linesOf>>);
  vi.mocked(written).mockReset().mockResolvedValue(new ApiError(code, 'It is in the way.'));
  const data = { input, after: null, again: Array<string>(again).fill('k') };
  return restoreKind.page(services, storage, { id: 'j1', data } as unknown as Parameters<typeof restoreKind.page>[2]); // what is read of it
}

test('a record that others change is brought back in five tries, then it stays', async () => {
  expect(await pageRefused('conflict', 0)).toMatchObject({ kept: 1, refused: [{ id: 'k0' }] });
  expect(written).toHaveBeenCalledTimes(1 + 5); // first with all that are missing
});

test('five thousand records look again, the others are refused', async () => {
  expect(await pageRefused('already-exists', 4_999)).toMatchObject({ kept: 0, again: ['k0'] });
  expect(await pageRefused('already-exists', 5_000)).toMatchObject({ kept: 1, refused: [{ id: 'k0' }] });
});

test('a page has five hundred records of a backup, and makes a hundred of them in one commit', async () => {
  const asked: number[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const lines = Array.from({ length: 700 }, (_, n) => ({ key: `k${String(n).padStart(3, '0')}`, fields: {} }));
  vi.mocked(linesOf).mockResolvedValue(lines as unknown as Awaited<ReturnType<typeof linesOf>>);
  vi.mocked(written).mockReset().mockResolvedValue(null);
  const getAll = async (paths: string[]) => paths.map(() => null);
  const page = { id: 'j1', data: { input, after: null } } as unknown as Parameters<typeof restoreKind.page>[2]; // what is read of it
  const { seen } = await restoreKind.page({ store: { ...store, query, getAll } } as unknown as RecordServices, storage, page);
  expect([seen, asked]).toEqual([500, [500]]);
  expect(vi.mocked(written).mock.calls.map(([, , { writes }]) => writes.length)).toEqual([100, 100, 100, 100, 100]);
});

test('sixteen records are changed at a time', async () => {
  let [underWay, most] = [0, 0];
  vi.mocked(written)
    .mockReset()
    .mockImplementation(async (_, __, { writes }) => {
      if (writes.length > 1) return new ApiError('conflict', 'It is in the way.');
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return null;
    });
  const getAll = async (paths: string[]) => paths.map(() => null);
  const page = { id: 'j1', data: { input, after: null } } as unknown as Parameters<typeof restoreKind.page>[2]; // what is read of it
  await restoreKind.page({ store: { ...store, getAll } } as unknown as RecordServices, storage, page);
  expect(most).toBe(16);
});

test('fifty records look again in one page', async () => {
  vi.mocked(holdersOf).mockResolvedValue([]);
  vi.mocked(written).mockReset().mockResolvedValue(null);
  const job = { id: 'j1', data: { after: 'again/0', again: Array.from({ length: 80 }, (_, n) => `k${n}`) } };
  const restoring = { job, input, ranges: [{ last: null }] } as unknown as Parameters<typeof restoreAgain>[2]; // what is read of it
  expect(await restoreAgain(services, storage, restoring)).toMatchObject({ changed: 50, next: 'again/50' });
});

test('a hundred records that hold what another one had are written together', async () => {
  vi.mocked(written).mockReset().mockResolvedValue(null);
  vi.mocked(holdersOf).mockImplementation(async (_, __, { key }) => [`k${Number(key.slice(1)) + 1}`]);
  const job = { id: 'j1', data: { after: 'again/0', again: ['k0'] } };
  const restoring = { job, input, ranges: [{ last: null }] } as unknown as Parameters<typeof restoreAgain>[2]; // what is read of it
  await restoreAgain(services, storage, restoring);
  expect(vi.mocked(written).mock.calls.map(([, , { writes }]) => writes.length)).toEqual([100]);
});
