import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { instanceMeter } from '../../store/model/meter.ts';

const count = 4000;

type Billed = Readonly<Record<'reads' | 'writes', number>>;

let api: ApiServer;
let path: string;
let ids: string[];
let ahead = 0;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
  path = (await api.storage('orders')).path;
  // Fifty calls: the sums of calls are written with the first call after a minute, and not among the lists.
  for (let first = 0; first < count; first += 80) {
    const { status, text } = await api.call(path, { body: Array.from({ length: 80 }, (_, i) => order(first + i)) });
    if (status !== 201) throw new Error(text);
  }
  ids = (await api.call(`${path}?limit=100`)).body.data.map(({ id }: { id: string }) => id);
}, 60_000);

afterAll(() => api.stop());

const order = (i: number) => ({
  number: i,
  status: ['open', 'paid', 'sent', 'closed', 'returned'][i % 5],
  amount: (i * 7919) % 100_000,
  customer: `Customer ${(i * 31) % 200}`,
  title: `${['Oak', 'Steel', 'Glass', 'Linen'][i % 4]} ${['chair', 'table', 'lamp', 'mug', 'shelf'][(i * 3) % 5]} no ${i}`,
  express: i % 3 === 0,
});

/** The cost of a request: by its headers, and by the database's meter less the reads that the instance made for all requests. */
async function cost(request: string, init: { method?: string; body?: unknown } = {}) {
  const before = await meters();
  const { status, headers, body } = await api.call(request, init);
  if (status >= 300) throw new Error(`${request} answered ${status}`);
  const after = await quietMeters();
  const metered = (operation: 'reads' | 'writes') =>
    after.all[operation] - before.all[operation] - (after.own[operation] - before.own[operation]);
  const stated = { reads: Number(headers.get('x-bedplate-reads')), writes: Number(headers.get('x-bedplate-writes')) };
  return { ...stated, metered: { reads: metered('reads'), writes: metered('writes') }, body };
}

async function meters(): Promise<{ all: Billed; own: Billed }> {
  return { all: await api.billed(), own: instanceMeter() };
}

/** Waits out what the instance writes by itself: the database counts it a moment before the instance does. */
async function quietMeters(): Promise<{ all: Billed; own: Billed }> {
  let last = await meters();
  for (;;) {
    await setTimeout(20);
    const next = await meters();
    if (isDeepStrictEqual(next, last)) return next;
    last = next;
  }
}

test('a get costs one read', async () => {
  expect(await cost(`${path}/dataId/${ids[3]}`)).toMatchObject({ reads: 1, writes: 0, metered: { reads: 1, writes: 0 } });
});

test('what the instance looks up again for all requests belongs to none of them', async () => {
  const before = instanceMeter();
  ahead += 60_000; // longer than anything is believed without being heard of
  expect(await cost(`${path}/dataId/${ids[4]}`)).toMatchObject({ reads: 1, metered: { reads: 1, writes: 0 } });
  expect(instanceMeter().reads).toBeGreaterThan(before.reads);
});

test('a create costs one write and no read', async () => {
  expect(await cost(path, { body: order(count) })).toMatchObject({ reads: 0, writes: 1, metered: { reads: 0, writes: 1 } });
});

test('an update costs one read and one write', async () => {
  const update = await cost(`${path}/dataId/${ids[5]}`, { method: 'PUT', body: { amount: 1 } });
  expect(update).toMatchObject({ reads: 1, writes: 1, metered: { reads: 1, writes: 1 } });
});

test('an update right after another of the same record costs one write', async () => {
  const change = (amount: number) => cost(`${path}/dataId/${ids[6]}`, { method: 'PUT', body: { amount } });
  await change(1);
  expect(await change(2)).toMatchObject({ reads: 0, writes: 1, metered: { reads: 0, writes: 1 } });
});

test.each([
  ['the newest 10 with their total', '', 10, 3],
  ['equality on one field', 'status=open', 10, 20],
  ['equality on two fields', 'status=open&express=true', 10, 20],
  ['equality on three fields', 'status=open&express=true&customer=Customer+10', 10, 20],
  ['one of several values', 'status=open%7Cpaid', 10, 20],
  ['a range in its own order', 'amount>=500&amount<=1500&sortBy=amount', 10, 3],
  ['the order of a field', 'sortBy=amount', 10, 3],
  ['the order of two fields', 'sortBy=-amount,title', 12, 3],
  ['a first field that 25 records share', 'sortBy=customer,-amount', 10 + 25, 3],
  ['newest first in each value', 'sortBy=status,-createdAt', 10, 3],
  ['newest first in each value, backwards', 'sortBy=-express,-createdAt', 10 + 11, 3],
  ['oldest first in each value', 'sortBy=status,createdAt', 10 + 11, 3],
  ['one of several equalities', 'or=(status=open,and(customer=Customer+10,express=true))', 10, 20],
  ['one of several ranges', 'or=(amount<200,amount>=1900)&sortBy=amount', 12 + 12, 3],
  ['one of several conditions that no index knows', 'or=(status!=open,express!=true)', 20, 3],
  ['the oldest first', 'sortOrder=asc', 10, 3],
  ['a substring of three characters', 'title~lam', 20, 0],
  ['a substring of eight characters', 'title~lamp no 1', 20, 0],
  ['a far page', 'page=200', 10, 110],
])('%s costs no more reads than it may, and says so exactly', async (_, query, page, total) => {
  const list = async () => {
    // The first list may have to recount the storage.
    await api.call(path);
    return cost(`${path}?${query}`);
  };
  const first = await list();
  // On a busy machine the count may be too old again by the second.
  const { reads, writes, metered } = first.reads <= page + total ? first : await list();
  expect(reads).toBeLessThanOrEqual(page + total);
  expect(metered).toEqual({ reads, writes: 0 });
  expect(writes).toBe(0);
});

test('keys and credits cost at most 0.05 operations a request under steady load', async () => {
  const before = await api.billed();
  let stated = 0;
  const requests = 2000;
  for (let i = 0; i < requests; i += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call(`${path}/dataId/${ids[1]}`)));
    for (const { headers } of answers) stated += Number(headers.get('x-bedplate-reads'));
  }
  const after = await api.billed();
  expect(stated).toBe(requests);
  expect((after.reads - before.reads - stated + after.writes - before.writes) / requests).toBeLessThanOrEqual(0.05);
});

test('of a value that more than 1,000 records share there is no order by a second field, and the refusal says what to do', async () => {
  const { status, body } = await api.call(`${path}?sortBy=express,amount`);
  expect([status, (body.error as { code: string }).code, body.message]).toEqual([
    422,
    'query-too-broad',
    expect.stringContaining('sort by express alone'),
  ]);
});

test('many matches sorted by another field come from that index, at one read per record looked at', async () => {
  const { reads, metered, body } = await cost(`${path}?status=open&sortBy=amount`);
  expect(reads).toBeLessThanOrEqual(100);
  expect(metered.reads).toBe(reads);
  const amounts = body.data.map(({ amount }: { amount: number }) => amount);
  expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a));
});

test('a change by filter costs two reads and a write for each record, and a first one a read for their number; a dry run writes nothing', {
  timeout: 30_000,
}, async () => {
  const { path: own } = await api.storage('changed');
  await api.call(own, { body: Array.from({ length: 40 }, (_, n) => ({ n, group: n % 4 })) });
  const update = { method: 'PUT', body: { n: 7 } };
  await cost(own); // the storage is counted
  expect(await cost(`${own}?group=1&dryRun=true`, update)).toMatchObject({ reads: 21, writes: 0, metered: { reads: 21, writes: 0 } });
  expect(await cost(`${own}?group=1`, update)).toMatchObject({ reads: 20, writes: 10, metered: { reads: 20, writes: 10 } });
  expect(await cost(`${own}?group=2`, { method: 'DELETE' })).toMatchObject({ reads: 20, writes: 10 });
});

describe('a list that was short the last time is not counted before it is read', () => {
  let own: string;
  beforeAll(async () => {
    own = (await api.storage('short')).path;
    for (let first = 0; first < 400; first += 100)
      await api.call(own, {
        body: Array.from({ length: 100 }, (_, i) => ({ n: first + i, pair: Math.floor((first + i) / 2), kind: (first + i) % 2 })),
      });
    await api.call(own); // the storage is counted
  });
  const total = async (query: string) => {
    const { reads, metered, body } = await cost(`${own}?${query}`);
    expect(metered.reads).toBe(reads);
    const { totalItems, nextCursor } = body.pagination as { totalItems: number; nextCursor: string | null };
    return { reads, found: body.data.length, total: totalItems, next: nextCursor !== null };
  };

  test('equality on one field, whatever the value', async () => {
    expect(await total('pair=3')).toEqual({ reads: 3, found: 2, total: 2, next: false });
    expect(await total('pair=4')).toEqual({ reads: 2, found: 2, total: 2, next: false });
    // Longer than expected: it is counted after all.
    expect(await total('pair=5&limit=1')).toEqual({ reads: expect.any(Number), found: 1, total: 2, next: true });
    expect(await total('pair=5&limit=2')).toEqual({ reads: expect.any(Number), found: 2, total: 2, next: false });
  });

  test('a range, newest first', async () => {
    expect(await total('n<5')).toEqual({ reads: 7, found: 5, total: 5, next: false });
    expect(await total('n<5')).toEqual({ reads: 5, found: 5, total: 5, next: false });
    // Of other bounds nothing is known: the storage and the range are counted.
    expect(await total('n<6')).toEqual({ reads: 8, found: 6, total: 6, next: false });
  });

  test('a range of more than a page, where it was cheaper than a walk to this page or an earlier one', async () => {
    expect(await total('n<20')).toEqual({ reads: 22, found: 10, total: 20, next: true });
    expect(await total('n<20')).toEqual({ reads: 20, found: 10, total: 20, next: true });
    expect(await total('n<20&page=2')).toEqual({ reads: 20, found: 10, total: 20, next: false });
    // A walk to one record may be shorter, so both are counted again.
    expect(await total('n<20&limit=1')).toEqual({ reads: 22, found: 1, total: 20, next: true });
  });

  test('one of several conditions', async () => {
    expect(await total('or=(pair=9,n>=397)')).toMatchObject({ found: 5, total: 5 });
    expect(await total('or=(pair=9,n>=397)')).toEqual({ reads: 5, found: 5, total: 5, next: false });
    expect(await total('or=(pair=9,n>=380)')).toMatchObject({ found: 10, next: true });
    expect(await total('or=(pair=9,n>=380)')).toMatchObject({ reads: 22, found: 10, next: true });
  });

  test('a list that has grown is right all the same', async () => {
    await total('kind=7');
    expect(await total('n>=400')).toMatchObject({ total: 0 });
    await api.call(own, { body: Array.from({ length: 60 }, (_, i) => ({ n: 400 + i, kind: 7 })) });
    await api.call(own, { body: Array.from({ length: 60 }, (_, i) => ({ n: 460 + i, kind: 7 })) });
    expect(await total('kind=7')).toMatchObject({ found: 10, total: 120, next: true });
    expect(await total('n>=400')).toMatchObject({ found: 10, next: true });
  });
});
