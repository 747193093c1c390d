import { beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { accessImpact } from './access-impact.ts';
import { grantedTo } from './access-of.ts';
import { tryAs } from './try-as.ts';

vi.mock('../storages/storage-by-key.ts', () => ({ storageIdOfKey: async () => 'users' }));
vi.mock('../api-keys/key-scope.ts', async (original) => ({ ...(await original<object>()), mayRead: () => true }));
vi.mock('./access-of.ts');
vi.mock('./decide.ts');

const at = Timestamp.fromMillis(0);
const asked: number[] = [];
const query = async ({ limit }: { limit: number }) => {
  asked.push(limit);
  return { rows: Array.from({ length: limit }, (_, n) => ({ id: `r${n}`, data: { data: {}, createdAt: at, updatedAt: at } })) };
};
beforeEach(() => void asked.splice(0));

const storage = { id: 's1', data: { tenantId: 't1', projectId: 'p1' } } as StorageRow;
const store = {
  in: () => ({ query }),
  storages: { get: async () => ({ id: 'users', data: {} }) },
  apiKeys: {
    query: async () => ({
      rows: Array.from({ length: 40 }, (_, n) => ({ id: `k${n}`, data: { kind: 'scoped', projectId: 'p1', active: true } })),
    }),
  },
};
const services = { clock: () => 0, records: { files: {} }, store } as unknown as Services; // what is read of them

test('a change of rules is tried with 25 users, 25 keys and a hundred records', async () => {
  vi.mocked(grantedTo).mockImplementation((_, __, rules) => {
    const sees = () => (rules.length > 0 ? { n: 1 } : null);
    return { sees } as unknown as ReturnType<typeof grantedTo>; // what is asked of it
  });
  const before = [{}] as Parameters<typeof accessImpact>[2]['before'];
  const impact = await accessImpact(services, storage, { before, after: [] });
  expect(impact).toMatchObject({ users: 25, records: 100, isWhole: false, lost: { users: 25, keys: 25, records: 100 } });
  expect(asked.sort()).toEqual([101, 26]);
});

test('somebody is tried on a hundred records, five of which are shown', async () => {
  const all = { lists: (one: object) => one, sees: (one: object) => one } as unknown as ReturnType<typeof grantedTo>; // what is asked of it
  vi.mocked(grantedTo).mockReturnValue(all);
  const trying = { as: { visitor: true }, grants: [], saved: [] } as Parameters<typeof tryAs>[2];
  const tried = await tryAs(services, storage, trying);
  expect([tried.looked, tried.listed, tried.shown.length]).toEqual([100, 100, 5]);
});
