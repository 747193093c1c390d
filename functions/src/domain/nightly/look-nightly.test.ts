import { expect, test } from 'vitest';
import type { NightlyRound } from '../../store/documents/nightly-round.ts';
import type { Row } from '../../store/model/row.ts';
import { lookNightly } from './look-nightly.ts';

const ids = Array.from({ length: 45 }, (_, i) => String(i).padStart(2, '0'));
const start = Date.parse('2026-05-01T02:00:00Z');

/** @param lasts how many documents there is time for @returns what was looked at, and what was noted last */
async function look({ at = start, round, lasts = Infinity, fails }: { at?: number; round?: NightlyRound; lasts?: number; fails?: string }) {
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
    each: async ({ id }) => {
      if (id === fails) return false;
      seen.push(id);
      return true;
    },
    atEnd: async () => void (ended += 1),
  });
  return { seen, noted: noted.at(-1), ended };
}

test('all documents are looked at once a day, from its hour on', async () => {
  expect((await look({ at: start - 1 })).seen).toEqual([]);
  const done = await look({});
  expect(done).toEqual({ seen: ids, noted: { day: '2026-05-01', after: '44', isDone: true }, ended: 1 });
  expect((await look({ round: done.noted })).seen).toEqual([]);
  expect((await look({ at: start + 86_400_000, round: done.noted })).seen).toEqual(ids);
});

test('a run that ends early is continued where it was, and does not end the day', async () => {
  const early = await look({ lasts: 20 });
  expect(early).toMatchObject({ noted: { after: '19', isDone: false }, ended: 0 });
  expect((await look({ round: early.noted })).seen).toEqual(ids.slice(20));
});

test('a document for which the time did not suffice is looked at again', async () => {
  const stopped = await look({ fails: '07' });
  expect(stopped).toMatchObject({ noted: { after: '06', isDone: false }, ended: 0 });
  expect((await look({ round: stopped.noted })).seen[0]).toBe('07');
});
