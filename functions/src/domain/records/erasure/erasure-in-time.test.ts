import { beforeEach, expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { eraseRecord } from './erase-record.ts';
import { sweepErasures } from './finish-erasure.ts';
import { forgetRecord } from './forget-record.ts';

vi.mock('./forget-record.ts');
vi.mock('./mark-erased.ts');
beforeEach(() => void vi.mocked(forgetRecord).mockReset().mockResolvedValue(false));

const asked: number[] = [];
const row = { id: 'e1', data: {} };
const services = {
  now: () => 1_000,
  store: {
    erasures: { get: async () => row, query: async ({ limit }: { limit: number }) => (asked.push(limit), { rows: [row] }) },
    commit: async () => {},
  },
} as unknown as RecordServices; // what an erasure reads of them
const until = () => vi.mocked(forgetRecord).mock.calls.map(([, , end]) => end);

test('a call works on an erasure for five seconds', async () => {
  await eraseRecord(services, {} as Parameters<typeof eraseRecord>[1], {} as Parameters<typeof eraseRecord>[2]); // read by what is replaced
  expect(until()).toEqual([1_000 + 5_000]);
});

test('a sweep works on twenty erasures, ten seconds on each', async () => {
  await sweepErasures(services);
  expect(until()).toEqual([1_000 + 10_000]);
  expect(asked).toEqual([20]);
});
