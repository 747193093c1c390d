import { Timestamp } from '@google-cloud/firestore';
import { expect, test } from 'vitest';
import type { Store } from '../../../store/access.ts';
import { Reader } from './budget.ts';
import type { Candidate } from './candidate.ts';
import { inMemory, type Source } from './source.ts';
import { take } from './take.ts';

const at = Timestamp.fromMillis(0);
const stored = { data: {}, files: {}, createdAt: at, updatedAt: at };
const candidates = Array.from({ length: 100 }, (_, i): Candidate => ({ id: `r${String(i).padStart(3, '0')}`, stored, fields: { i } }));
const noStore = {} as Store; // nothing is read in these tests
const odd = ({ fields }: Candidate) => Number(fields.i) % 2 === 1;

/** Notes how many it was asked for. */
function noting(): { source: Source; asked: number[] } {
  const all = inMemory(candidates);
  const asked: number[] = [];
  const next = (size: number) => {
    asked.push(size);
    return all.next(size);
  };
  return {
    asked,
    source: {
      next,
      get ended() {
        return all.ended;
      },
    },
  };
}

test('no more than three hundred candidates are read at once', async () => {
  const asked: number[] = [];
  const next = async (size: number) => {
    asked.push(size);
    return Array.from({ length: size }, (_, id) => ({ id: `${id}` }));
  };
  const source = { next, ended: false, isFree: true } as unknown as Parameters<typeof take>[1]['source']; // what is used of it
  await take({ left: 5_000 } as Parameters<typeof take>[0], {
    source,
    isMatch: () => true,
    want: { skip: 0, limit: 1_000, density: 'all' },
  });
  expect(asked).toEqual([300, 300, 300, 100]);
});

test('what is in memory is given out though the budget is spent', async () => {
  const reader = new Reader(noStore, 100);
  reader.spent = 100;
  const taken = await take(reader, { source: inMemory(candidates), isMatch: () => true, want: { skip: 95, limit: 10, density: 'all' } });
  expect(taken.found.map(({ id }) => id)).toEqual(['r095', 'r096', 'r097', 'r098', 'r099']);
  expect(taken.exhausted).toBe(true);
});

test('reading stops with the budget', async () => {
  const { source, asked } = noting();
  await take(new Reader(noStore, 0), { source, isMatch: () => true, want: { skip: 0, limit: 10, density: 'all' } });
  expect(asked).toEqual([]);
});

test.each([
  ['all', () => true, [10]],
  ['most', () => true, [10]],
  ['most', odd, [10, 13]],
  ['most', ({ fields }: Candidate) => fields.i !== 4, [10, 2]],
  ['most', ({ fields }: Candidate) => Number(fields.i) > 12, [10, 20]],
  ['some', odd, [20]],
] as const)('where %s match, batches fit', async (density, matches, sizes) => {
  const { source, asked } = noting();
  const { found } = await take(new Reader(noStore), { source, isMatch: matches, want: { skip: 0, limit: 10, density } });
  expect(found).toHaveLength(10);
  expect(asked).toEqual(sizes);
});

test('matches beyond the page are told, as far as was looked', async () => {
  const { found, spare, upTo } = await take(new Reader(noStore), {
    source: noting().source,
    isMatch: odd,
    want: { skip: 0, limit: 3, density: 'some' },
  });
  expect(found.map(({ fields }) => fields.i)).toEqual([1, 3, 5]);
  expect({ spare, upTo: upTo?.id }).toEqual({ spare: [], upTo: 'r005' });
});
