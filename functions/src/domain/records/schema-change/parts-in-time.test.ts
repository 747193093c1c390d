import { StorageSchema } from '@bedplate/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { countStoredKind } from '../job-kinds/count-stored.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { readSchema } from '../schema/save-schema.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { uniqueClashes, uniqueFaults } from '../unique/unique-faults.ts';
import { checkStored } from './check-stored.ts';
import { faultyRecords } from './faulty-records.ts';
import { storedPage } from './stored-page.ts';

vi.mock('../../callers/find-project.ts', () => ({ findStorage: async () => ({ id: 's1', data: { projectId: 'p1' } }) }));
vi.mock('../schema/save-schema.ts');
vi.mock('../schema/refuse-contradictions.ts');
vi.mock('../schema/storage-rules.ts');
vi.mock('../unique/unique-faults.ts');
vi.mock('./stored-page.ts');

let now = 0;
const services = { clock: () => now, records: {} } as unknown as Services; // what is read of them
const params = { projectId: 'p1', storageId: 's1' };
const caller = {} as Parameters<typeof checkStored>[1]['caller'];
const schema = StorageSchema.parse({ fields: { n: { type: 'number' } }, unique: [{ fields: ['n'] }], closed: false });

/** A page that takes more than a second. */
beforeEach(() => {
  now = 0;
  vi.mocked(uniqueFaults).mockReset().mockResolvedValue([]);
  vi.mocked(uniqueClashes).mockReset().mockResolvedValue({ clashes: [], seen: 0, isExact: true });
  vi.mocked(storedPage)
    .mockReset()
    .mockImplementation(async (_, __, { limit }) => {
      now += 1_500;
      return Array.from({ length: limit }, (___, id) => ({ id: `${id}`, data: { data: { n: 1 } } })) as unknown as Awaited<
        ReturnType<typeof storedPage>
      >;
    });
});

test('a part of a check ends after four seconds, and fifty thousand records are compared', async () => {
  expect(await checkStored(services, { caller, params, asked: { schema } })).toMatchObject({ seen: 3 * 250 });
  expect(uniqueFaults).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining({ most: 50_000 }));
});

test('a part of a list of faults ends after four seconds, and fifty thousand records are compared', async () => {
  vi.mocked(readSchema).mockResolvedValue({ schema } as Awaited<ReturnType<typeof readSchema>>);
  const faulty = (rule: string) =>
    faultyRecords(services, { caller, params, query: { field: 'n', rule } as Parameters<typeof faultyRecords>[1]['query'] });
  expect(await faulty('type')).toMatchObject({ seen: 3 * 100 });
  await faulty('unique');
  expect(uniqueClashes).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining({ most: 50_000 }));
});

test.each([
  [1_500, 3],
  [1, 5],
])('a page of a count ends after four seconds or five queries: with %i milliseconds of each after %i', async (millis, queries) => {
  const total = { id: 't1', by: ['n'], sums: [] };
  vi.mocked(rulesOf).mockResolvedValue({ version: 1, totals: [total] } as unknown as Awaited<ReturnType<typeof rulesOf>>);
  const query = async ({ limit }: { limit: number }) => {
    now += millis;
    const rows = Array.from({ length: limit }, (_, id) => ({ id: `${id}`, data: { data: { n: 1 } } }));
    return { rows, readTime: Timestamp.fromMillis(0) };
  };
  const store = {
    in: () => ({ query }),
    query: async () => ({ rows: [] }),
    getAll: async () => [null],
    get: async () => null,
    commit: async () => {},
  };
  const job = { id: 'j1', data: { input: { version: 1 } } } as unknown as Parameters<typeof countStoredKind.page>[2];
  const storage = { id: 's1', data: {} } as StorageRow;
  expect(await countStoredKind.page({ now: () => now, store } as unknown as RecordServices, storage, job)).toMatchObject({
    seen: queries * 300,
  });
});
