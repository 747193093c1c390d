import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

interface Row {
  id: string;
  n?: number;
}

/** How often all walks are made. */
const rounds = Number(process.env.BEDPLATE_WALKS ?? 2);
const rest = 1100;
const moving = 60;
let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
const writing = { isOver: false };
let written = 0;

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('walked'));
  for (let i = 0; i < rest; i += 100) {
    await api.call(path, { body: Array.from({ length: 100 }, (_, n) => restingRecord(i + n)) });
  }
});
afterAll(() => api.stop());

function restingRecord(n: number) {
  return { n, kind: `k${n % 4}`, amount: (n * 7919) % 1000, title: `${n % 3 === 0 ? 'lamp' : 'chair'} ${n}`, open: n % 2 === 0 };
}

/** Creates, changes and deletes records of its own that every walk passes, until it is told to stop. */
async function write(writer: number): Promise<void> {
  const ids: string[] = [];
  for (let i = 0; !writing.isOver; i += 1) {
    const body = { kind: `k${i % 4}`, amount: (i * 31 + writer) % 1000, title: `lamp moving ${i}`, open: i % 2 === 0 };
    if (ids.length < moving) ids.push(((await api.call(path, { body })).body.data as Row).id);
    else if (i % 3 === 0) await api.call(`${path}/dataId/${ids.shift()}`, { method: 'DELETE' });
    else await api.call(`${path}/dataId/${ids[i % ids.length]}`, { method: 'PUT', body });
    written += 1;
  }
}

/** @returns `n` of the records that rest, in the order in which a walk from page to page met them */
async function walk(query: string, limit: number): Promise<number[]> {
  const met: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await api.call(`${path}?${query}&limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    expect({ query, ...page }).toMatchObject({ query, status: 200 });
    met.push(...(page.body.data as Row[]).flatMap(({ n }) => (n === undefined ? [] : [n])));
    cursor = (page.body.pagination as { nextCursor: string | null }).nextCursor;
  } while (cursor !== null);
  return met;
}

const queries: [query: string, matches: (record: ReturnType<typeof restingRecord>) => boolean][] = [
  ['', () => true],
  ['sortOrder=asc', () => true],
  ['kind=k1', ({ kind }) => kind === 'k1'],
  ['kind=k1&open=false', ({ kind, open }) => kind === 'k1' && !open],
  ['kind=k1|k2', ({ kind }) => kind === 'k1' || kind === 'k2'],
  ['kind!=k0', ({ kind }) => kind !== 'k0'],
  ['amount>=500', ({ amount }) => amount >= 500],
  ['amount>=200&amount<300&sortBy=amount', ({ amount }) => amount >= 200 && amount < 300],
  ['sortBy=amount', () => true],
  ['sortBy=amount&sortOrder=asc', () => true],
  ['sortBy=n&open=true', ({ open }) => open],
  ['sortBy=updatedAt', () => true],
  ['sortBy=-kind,amount', () => true],
  ['sortBy=id', () => true],
  ['title~lamp', ({ title }) => title.includes('lamp')],
  ['title~lamp&kind=k0', ({ title, kind }) => title.includes('lamp') && kind === 'k0'],
  ['search=chair', ({ title }) => title.includes('chair')],
];

test(
  'a walk by cursor meets every record that rests once, whatever is written meanwhile',
  async () => {
    const writers = [0, 1, 2].map((writer) => write(writer));
    try {
      for (let round = 0; round < rounds; round += 1) {
        const before = written;
        await Promise.all(
          queries.flatMap(([query, matches]) =>
            [23, 90].map(async (limit) => {
              const expected = Array.from({ length: rest }, (_, n) => n).filter((n) => matches(restingRecord(n)));
              const met = await walk(query, limit);
              expect(
                met.toSorted((a, b) => a - b),
                `round ${round}, ${query}, pages of ${limit}`,
              ).toEqual(expected);
            }),
          ),
        );
        expect(written).toBeGreaterThan(before);
      }
    } finally {
      writing.isOver = true;
      await Promise.all(writers);
    }
  },
  180_000 * rounds,
);

const endings = ['', 'sortOrder=asc', 'kind=k0', 'amount>=0&sortBy=amount', 'sortBy=n', 'title~chair', 'deleted=only', 'deleted=include'];

/** Thirty records, all of which the query lists; the trash where it asks for that. */
async function thirty(query: string, i: number): Promise<string> {
  const { path: made } = await api.storage(`thirty${i}`, { is_softDelete: true });
  const { data } = (await api.call(made, { body: Array.from({ length: 30 }, (_, n) => ({ n, kind: 'k0', amount: n, title: 'chair' })) }))
    .body;
  if (query === 'deleted=only') for (const { id } of data as Row[]) await api.call(`${made}/dataId/${id}`, { method: 'DELETE' });
  return made;
}

test.each(endings)('records that are gone since they were shown do not end a walk early: %s', async (query) => {
  const made = await thirty(query, endings.indexOf(query));
  const first = (await api.call(`${made}?${query}&limit=10`)).body;
  for (const { id } of first.data as Row[]) {
    const gone = await api.call(`${made}/dataId/${id}?permanent=true`, { method: 'DELETE' });
    expect(gone.status).toBe(200);
  }
  const met = (first.data as Row[]).map(({ n }) => n);
  let { nextCursor } = first.pagination as { nextCursor: string | null };
  while (nextCursor !== null) {
    const page = (await api.call(`${made}?${query}&limit=10&cursor=${encodeURIComponent(nextCursor)}`)).body;
    met.push(...(page.data as Row[]).map(({ n }) => n));
    ({ nextCursor } = page.pagination as { nextCursor: string | null });
  }
  expect(met.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

// Of a search the total is a lower bound, so there may be more.
test.each(endings.filter((query) => !query.includes('~')))('a full page that is the last one names no next: %s', async (query) => {
  const made = await thirty(query, endings.length + endings.indexOf(query));
  for (const address of ['limit=30', 'limit=10&page=3']) {
    const { pagination } = (await api.call(`${made}?${query}&${address}`)).body;
    expect({ address, ...(pagination as object) }).toMatchObject({ address, totalItems: 30, nextCursor: null });
  }
});
