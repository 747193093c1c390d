import { expect, test } from 'vitest';
import type { Store } from '../../store/access.ts';
import type { Write } from '../../store/model/writes.ts';
import { createCallSums } from './call-sums.ts';

test('the sums of a day are kept for 93 days', async () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const written: Write[] = [];
  const transaction = async (work: (tx: object) => Promise<unknown>) =>
    work({ callSums: { get: async () => null }, write: (write: Write) => void written.push(write) });
  const sums = createCallSums({ store: () => ({ transaction }) as unknown as Store, now: () => now } as Parameters<
    typeof createCallSums
  >[0]);
  sums.count({ projectId: 'p1', millis: now, status: 200, ms: 1, storageId: 's1', key: 'k1', verb: 'read', user: null, credits: 1 }, 't1');
  await sums.flush();
  const [write] = written as unknown as { data: { expiresAt: { toMillis(): number } } }[];
  expect(write?.data.expiresAt.toMillis()).toBe(Date.parse('2026-03-10T00:00:00Z') + 93 * 86_400_000);
});
