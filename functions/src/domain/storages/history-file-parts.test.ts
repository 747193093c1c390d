import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { stateOf } from '../records/history/record-state.ts';
import { historyFile } from './history-file.ts';

vi.mock('../callers/find-project.ts', () => ({ findStorage: async () => ({ id: 's1', data: {} }) }));
vi.mock('../records/history/record-state.ts');
vi.mock('../records/model/record-ids.ts', async (original) => ({ ...(await original<object>()), keyOfRecord: async () => 'r1' }));

test('of a file that no address opens one mebibyte is in memory at a time', async () => {
  const mebibyte = 1024 * 1024;
  const live = { files: { file: { path: 'f', name: 'a.txt', size: 3 * mebibyte } } };
  vi.mocked(stateOf).mockResolvedValue({ live, deleted: null } as unknown as Awaited<ReturnType<typeof stateOf>>);
  const asked: number[] = [];
  const part = async (_: string, __: number, length: number) => {
    asked.push(length);
    return { size: 3 * mebibyte, content: Buffer.from('x') };
  };
  const services = { records: { files: { part } } } as unknown as Services; // what is read of them
  const at = { projectId: 'p1', storageId: 's1', itemId: 'r1' };
  const { writeTo } = await historyFile(services, { caller: {} as Parameters<typeof historyFile>[1]['caller'], at, path: 'f' });
  await writeTo(new PassThrough().resume());
  expect(asked).toEqual([1, mebibyte, mebibyte, mebibyte]);
});
