import { expect, test, vi } from 'vitest';
import type { Services } from '../../../services/services.ts';
import { readInbox } from '../inbox.ts';
import { walkInbox } from '../walk-inbox.ts';
import { pageRows } from './list-page.ts';
import { walkList } from './walk-list.ts';

vi.mock('../inbox.ts');
vi.mock('./list-page.ts');

test('of a list two hundred rows are in memory at a time, of the inbox a hundred messages', async () => {
  vi.mocked(pageRows).mockResolvedValue([]);
  const list = { show: async () => [] };
  const walked = { caller: {}, list, query: { search: '' } } as unknown as Parameters<typeof walkList>[1]; // what is read of it
  for await (const rows of walkList({} as Services, walked)) expect(rows).toEqual([]);
  expect(vi.mocked(pageRows).mock.calls.map(([, { query }]) => query.limit)).toEqual([200]);
  vi.mocked(readInbox).mockResolvedValue({ messages: { all: { items: [] } } } as unknown as Awaited<ReturnType<typeof readInbox>>);
  for await (const items of walkInbox({} as Services, 'all', {} as Parameters<typeof walkInbox>[2])) expect(items).toEqual([]);
  expect(vi.mocked(readInbox).mock.calls.map(([, { limit }]) => limit)).toEqual([100]);
});
