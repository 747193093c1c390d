import { expect, test, vi } from 'vitest';
import type { NightlyRound } from '../../store/documents/nightly-round.ts';
import type { Row } from '../../store/model/row.ts';
import { lookNightly } from './look-nightly.ts';

const ids = Array.from({ length: 45 }, (_, i) => String(i).padStart(2, '0'));
const start = Date.parse('2026-05-01T02:00:00Z');

interface Given {
  at?: number;
  round?: NightlyRound | undefined;
  lasts?: number;
  /** Its turn never suffices. */
  long?: string;
  fails?: string;
}

/** @param lasts how many turns there is time for @returns what was looked at, and what was noted last */
async function look({ at = start, round, lasts = Infinity, long, fails }: Given) {
  const seen: string[] = [];
  const noted: NightlyRound[] = [];
  let ended = 0;
  await lookNightly<object>(() => at + (seen.length >= lasts ? 60_000 : 0), {
    hour: 2,
    until: at + 60_000,
    round,
    note: async (now) => void noted.push(now),
    page: async (after, limit) => {
      const rest = ids.filter((id) => after === null || id > after);
      return rest.slice(0, limit).map((id) => ({ id, data: {} }) as Row<object>);
    },
    get: async (id) => ({ id, data: {} }) as Row<object>,
    each: async ({ id }) => {
      if (id === fails) throw new Error('This one is broken.');
      seen.push(id);
      return id === long;
    },
    atEnd: async () => void (ended += 1),
  });
  return { seen, noted: noted.at(-1), ended };
}

test('all documents are looked at once a day, from its hour on, and the end has a run of its own', async () => {
  expect((await look({ at: start - 1 })).seen).toEqual([]);
  const looked = await look({});
  expect(looked).toMatchObject({ seen: ids, noted: { day: '2026-05-01', after: '44', isDone: false }, ended: 0 });
  const done = await look({ round: looked.noted });
  expect(done).toMatchObject({ seen: [], noted: { day: '2026-05-01', after: '44', isDone: true }, ended: 1 });
  expect(await look({ round: done.noted })).toMatchObject({ seen: [], ended: 0 });
  expect((await look({ at: start + 86_400_000, round: done.noted })).seen).toEqual(ids);
});

test('a document that fails keeps none back that follows it', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { seen, noted } = await look({ fails: '07' });
  expect(seen).toEqual(ids.filter((id) => id !== '07'));
  expect(noted).toMatchObject({ after: '44' });
  told.mockRestore();
});

test('a run that ends early is continued where it was, and does not end the day', async () => {
  const early = await look({ lasts: 20 });
  expect(early).toMatchObject({ noted: { after: '19', isDone: false }, ended: 0 });
  expect((await look({ round: early.noted })).seen).toEqual(ids.slice(20));
});

test('a round that its day did not suffice for goes on the next day, before a new one begins', async () => {
  const day = 86_400_000;
  const early = await look({ lasts: 20 });
  const next = await look({ at: start + day, round: early.noted, lasts: 25 });
  expect(next).toMatchObject({ seen: ids.slice(20), noted: { day: '2026-05-01', isDone: true }, ended: 0 });
  expect((await look({ at: start + day - 1, round: next.noted })).seen).toEqual([]);
  const both = await look({ at: start + day, round: early.noted });
  expect(both).toMatchObject({ seen: [...ids.slice(20), ...ids], noted: { day: '2026-05-02', isDone: false }, ended: 0 });
  expect(await look({ at: start + day, round: both.noted })).toMatchObject({ seen: [], noted: { isDone: true }, ended: 1 });
});

test('a document for which its turn does not suffice goes on behind all others, until it is done', async () => {
  const end = { round: { day: '2026-05-01', after: '44', isDone: false } };
  const first = await look({ long: '07', lasts: 45 });
  expect(first).toMatchObject({ seen: ids, noted: { after: '44', left: ['07'] } });
  const more = await look({ round: { ...end.round, left: ['07'] }, long: '07', lasts: 3 });
  expect(more).toMatchObject({ seen: ['07', '07', '07'], noted: { isDone: true, left: ['07'] }, ended: 1 });
  expect(await look({ round: more.noted })).toMatchObject({ seen: ['07'], noted: { left: [] } });
  const day = 86_400_000;
  const nextDay = await look({ at: start + day, round: more.noted, long: '07', lasts: 45 });
  expect(nextDay).toMatchObject({ seen: ids, noted: { day: '2026-05-02', left: ['07'] } });
});
