import { expect, test } from 'vitest';
import { createClient } from '../bedplate.ts';
import { type Cost, type CostMatchers, createCostMeter } from './index.ts';

declare module 'vitest' {
  interface Matchers<R, T> extends CostMatchers<R> {}
}

/** A product whose answers cost so much. */
function answering(...costs: { reads?: number; writes?: number; status?: number }[]): typeof fetch {
  return async () => {
    const { reads = 0, writes = 0, status = 200 } = costs.shift() ?? {};
    const headers = { 'X-Bedplate-Reads': String(reads), 'X-Bedplate-Writes': String(writes), 'X-Bedplate-Deletes': '0' };
    return Response.json({ success: status < 400, data: [], message: 'Later.', error: { code: 'unavailable' } }, { status, headers });
  };
}

function orders(fetch: typeof globalThis.fetch) {
  const meter = createCostMeter(fetch);
  const client = createClient({ endpoint: 'https://x.test', apiKey: 'k', secretKey: 's', projectId: 'p', fetch: meter.fetch });
  return { meter, orders: client.storage('orders', 'id') };
}

/** Runs the matcher as a test runner does. @returns the message of a failure, null when it passes */
async function failureOf(meter: ReturnType<typeof createCostMeter>, call: unknown, most: Partial<Cost>): Promise<string | null> {
  const { pass, message } = await meter.matchers.toCostAtMost(call, most);
  return pass ? null : message();
}

test('a call within its limit passes, and what is left out may cost anything', async () => {
  const { meter, orders: storage } = orders(answering({ reads: 12 }, { reads: 1, writes: 9 }));
  expect(await failureOf(meter, () => storage.list(), { reads: 12 })).toBeNull();
  expect(await failureOf(meter, () => storage.list(), { reads: 1 })).toBeNull();
});

test('a call beyond its limit fails and says what it cost', async () => {
  const { meter, orders: storage } = orders(answering({ reads: 13, writes: 2 }));
  expect(await failureOf(meter, () => storage.list(), { reads: 12, writes: 2 })).toBe(
    'The call cost 13 reads; at most 12 reads, 2 writes were expected.',
  );
});

test('a test runner takes the matcher, and its types know the limits', async () => {
  const { meter, orders: storage } = orders(answering({ reads: 12 }, { reads: 13 }, { reads: 1 }));
  expect.extend(meter.matchers);
  await expect(() => storage.list()).toCostAtMost({ reads: 12 });
  await expect(expect(() => storage.list()).toCostAtMost({ reads: 12 })).rejects.toThrow(
    'The call cost 13 reads; at most 12 reads were expected.',
  );
  // @ts-expect-error -- a limit that is misspelt
  await expect(expect(() => storage.list()).toCostAtMost({ read: 12 })).rejects.toThrow('toCostAtMost takes numbers');
});

test('what would let every call pass is refused: no limit, a misspelt one, or a client that does not use the meter', async () => {
  const { meter, orders: storage } = orders(answering({ reads: 13 }, { reads: 13 }, { reads: 13 }));
  for (const most of [{}, { read: 12 }, { reads: Number.NaN }, { reads: 12, write: 1 }]) {
    await expect(failureOf(meter, () => storage.list(), most)).rejects.toThrow('takes numbers of reads, writes or deletes');
  }
  await expect(failureOf(createCostMeter(), () => storage.list(), { reads: 12 })).rejects.toThrow('No answer came through this meter');
});

test('retries are counted', async () => {
  const { meter, orders: storage } = orders(answering({ reads: 2, status: 503 }, { reads: 3 }));
  expect(await meter.costOf(() => storage.list())).toEqual({ reads: 5, writes: 0, deletes: 0 });
});

test('a call that has begun already cannot be measured, and it says so', async () => {
  const { meter } = orders(answering());
  await expect(failureOf(meter, Promise.resolve(), { reads: 1 })).rejects.toThrow('takes a function');
});
