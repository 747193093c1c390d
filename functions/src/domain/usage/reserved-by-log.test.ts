import { expect, test, vi } from 'vitest';
import { reservedByLog } from './reserved-by-log.ts';

const place = { projectId: 'p', emulators: null };
type Line = readonly [lease: string, reserved: number];

/** Cloud Logging's entries:list as documented, with pages of the given lines. */
function logOf(pages: readonly (readonly Line[])[]) {
  const asked: { filter: string; pageToken?: string }[] = [];
  const ask = async <T>(url: string, init: RequestInit): Promise<T> => {
    if (!url.endsWith('entries:list')) return { access_token: 'token' } as T;
    const body = JSON.parse(String(init.body)) as { filter: string; pageToken?: string };
    asked.push(body);
    const page = Number(body.pageToken ?? 0);
    const entries = (pages[page] ?? []).map(([lease, reserved]) => ({ jsonPayload: { lease, reserved } }));
    return { entries, ...(page + 1 < pages.length ? { nextPageToken: String(page + 1) } : {}) } as T;
  };
  return { ask, asked };
}

test('one question asks for all leases, and the most that each has reserved counts', async () => {
  const { ask, asked } = logOf([
    [
      ['a', 7],
      ['b', 3],
      ['a', 5],
    ],
  ]);
  expect([...(await reservedByLog(place, ask)(['a', 'b'], Date.parse('2026-11-25T12:00:00Z')))]).toEqual([
    ['a', 7],
    ['b', 3],
  ]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.filter).toBe(
    'jsonPayload.message="credits.reserved" AND jsonPayload.lease=("a" OR "b") AND timestamp>="2026-11-25T11:59:00.000Z"',
  );
});

test('pages are read until every lease is known, and what the log lacks stays unknown', async () => {
  const { ask, asked } = logOf([[['a', 7]], [['b', 3]], [['c', 1]]]);
  expect([...(await reservedByLog(place, ask)(['a', 'b'], 0))]).toEqual([
    ['a', 7],
    ['b', 3],
  ]);
  expect(asked).toHaveLength(2);
  expect((await reservedByLog(place, ask)(['a', 'z'], 0)).has('z')).toBe(false);
});

test('for a lease that the log does not have ten pages are read', async () => {
  const { ask, asked } = logOf(Array.from({ length: 30 }, (): Line[] => [['a', 7]]));
  expect((await reservedByLog(place, ask)(['a', 'z'], 0)).has('z')).toBe(false);
  expect(asked).toHaveLength(10);
});

test('a log that cannot be read knows nothing, so nothing is refunded', async () => {
  const refuse = () => Promise.reject(new Error('403'));
  expect((await reservedByLog(place, refuse)(['a'], 0)).size).toBe(0);
});

test('what a refusal says is no line of the log', async () => {
  const lines = { access_token: 'token', entries: [{ jsonPayload: { lease: 'a', reserved: 7 } }] };
  const answered = (status: number) => vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(lines, { status }));
  answered(403);
  expect((await reservedByLog(place)(['a'], 0)).size).toBe(0);
  answered(200);
  expect((await reservedByLog(place)(['a'], 0)).get('a')).toBe(7);
  vi.restoreAllMocks();
});
