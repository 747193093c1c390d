import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { sweepKeptFiles } from '../kept-files/end-kept-files.ts';
import { recordPage } from '../job-kinds/record-page.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { runImport } from '../transfer/run-import.ts';
import { undoImport } from '../transfer/undo-import.ts';
import { bulkChange } from './bulk-change.ts';
import { writeRecords } from './write-records.ts';

vi.mock('../transfer/import-document.ts', async (original) => ({
  ...(await original<object>()),
  keyOfRow: (_: string, __: unknown, { row }: { row: number }) => ({ id: `r${row}` }),
}));
vi.mock('./write-records.ts');

const storage = { id: 's1', data: { shards: ['0'] } } as unknown as StorageRow; // what is read of it

test('a hundred records of a selection change in one commit', async () => {
  const ids = Array.from({ length: 250 }, (_, n) => `r${n}`);
  await bulkChange({} as RecordServices, storage, { action: 'delete', ids, actor: 'ada' });
  expect(vi.mocked(writeRecords).mock.calls.map(([, writes]) => writes.length)).toEqual([100, 100, 50]);
});

test('a hundred rows of an import are stored in one commit', async () => {
  vi.mocked(writeRecords).mockReset().mockResolvedValue([]);
  const transaction = async (work: (tx: object) => Promise<unknown>) => work({ get: async () => null, write: () => {} });
  const services = { now: () => 0, store: { transaction, commit: async () => {} } } as unknown as RecordServices; // what is used of them
  const good = Array.from({ length: 250 }, (_, n) => ({ row: n + 1, input: { fields: {}, operations: new Map() } }));
  const work = { importId: 'i1', digest: 'd', rows: 250, good, errors: [], actor: 'ada' };
  expect(await runImport(services, storage, work as unknown as Parameters<typeof runImport>[2])).toMatchObject({ accepted: 250 });
  expect(vi.mocked(writeRecords).mock.calls.map(([, writes]) => writes.length)).toEqual([100, 100, 50]);
});

test('a hundred rows of an import are taken back at a time', async () => {
  const sizes: number[] = [];
  const getAll = async (paths: string[]) => {
    sizes.push(paths.length);
    return paths.map(() => null);
  };
  const found = { path: 'imports/i1', data: { state: 'done', rows: 50 + 2 * 100 } };
  const store = { get: async () => found, getAll, commit: async () => {} };
  const undo = { storage, importId: 'a'.repeat(24), options: { actor: 'ada', force: false } };
  await undoImport({ store, makeId: () => ({ id: 'x' }), now: () => 0 } as unknown as RecordServices, undo); // what is read of them
  expect(sizes).toEqual([100, 100, 50]);
});

test('a job reads two hundred records at a time, and a sweep ends a hundred kept files in one commit', async () => {
  const asked: number[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const services = { now: () => 0, store: { query, in: () => ({ query }) } } as unknown as RecordServices; // what is read of them
  await recordPage(services, 's1', { job: { id: 'j1', data: { after: null } } as Parameters<typeof recordPage>[2]['job'] });
  await sweepKeptFiles(services);
  expect(asked).toEqual([200, 100]);
});
