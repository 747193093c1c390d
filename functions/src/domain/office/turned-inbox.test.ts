import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { readInbox } from './inbox.ts';
import { matchesOf } from './lists/search-page.ts';

vi.mock('./lists/search-page.ts');

test('of a search in the other order two hundred matches of each kind are read', async () => {
  vi.mocked(matchesOf).mockResolvedValue({ rows: [], hasMore: false } as unknown as Awaited<ReturnType<typeof matchesOf>>);
  const query = { search: 'lamp', sortOrder: 'ASC', page: 1, limit: 10, range: {} } as unknown as Parameters<typeof readInbox>[1];
  await readInbox({} as Services, query);
  expect(vi.mocked(matchesOf).mock.calls.map(([, { options }]) => options.limit)).toEqual([200, 200]);
});
