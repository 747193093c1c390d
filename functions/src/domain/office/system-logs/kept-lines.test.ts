import { expect, test, vi } from 'vitest';
import type { KeptLine } from '../../../config/log.ts';
import type { Services } from '../../../services/services.ts';
import { keepLogs } from './keep-logs.ts';

const taken = vi.hoisted((): { line?: (line: KeptLine) => void } => ({}));
vi.mock('../../../config/log.ts', async (original) => ({
  ...(await original<object>()),
  keepLines: (listener: (line: KeptLine) => void) => void (taken.line = listener),
}));

test('of a minute thirty lines and a hundred and twenty errors are kept, a hundred in one commit', async () => {
  const sizes: number[] = [];
  let id = 0;
  const services = {
    clock: () => 0,
    makeId: () => ({ id: `l${(id += 1)}`, millis: 0 }),
    store: { commit: async (writes: unknown[]) => void sizes.push(writes.length) },
  } as unknown as Services; // what is used of them
  keepLogs(services);
  const line = (level: 'info' | 'error') =>
    taken.line?.({ level, message: 'm', error: null, fileName: '', callerFunction: '', fields: {} } as KeptLine);
  for (let n = 0; n < 200; n += 1) line('error');
  await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(120));
  expect(Math.max(...sizes)).toBe(100);
  for (let n = 0; n < 200; n += 1) line('info');
  await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150));
});
