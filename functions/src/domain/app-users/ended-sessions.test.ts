import type { RecordDocument } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { AppSessionDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { endedWrites } from './ended-sessions.ts';

const now = 1_800_000_000_000;
const hour = 3_600_000;
const session = (id: string, usedMillisAgo: number) =>
  ({ id, data: { rotatedAt: Timestamp.fromMillis(now - usedMillisAgo) } }) as Row<AppSessionDocument>; // what is read of it
const user = (endedSessions: Record<string, Timestamp> = {}) =>
  ({ path: 'storages/s/records/ann', data: { endedSessions } }) as unknown as Row<RecordDocument<Timestamp>>;

const namesOf = (writes: ReturnType<typeof endedWrites>) =>
  writes.flatMap((write) => (write.kind === 'update' ? Object.keys(write.changes.endedSessions as object) : []));

test('a session is named as long as one of its access tokens could work', () => {
  expect(namesOf(endedWrites([session('fresh', 0), session('late', hour), session('old', hour + 60_000)], user(), now))).toEqual([
    'fresh',
    'late',
  ]);
});

test('a session without such tokens is only removed', () => {
  expect(endedWrites([session('old', 2 * hour)], user(), now)).toEqual([{ kind: 'remove', path: 'appSessions/old' }]);
  expect(endedWrites([session('fresh', 0)], null, now)).toEqual([{ kind: 'remove', path: 'appSessions/fresh' }]);
});

test('those that ended before stay named until their tokens have ended', () => {
  const earlier = { live: Timestamp.fromMillis(now + 1), gone: Timestamp.fromMillis(now) };
  expect(namesOf(endedWrites([session('fresh', 0)], user(earlier), now))).toEqual(['fresh', 'live']);
});

test('a record names a hundred sessions at most', () => {
  const earlier = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`s${i}`, Timestamp.fromMillis(now + i + 1)]));
  const names = namesOf(endedWrites([session('fresh', 0)], user(earlier), now));
  expect([names.length, names[0], names.at(-1)]).toEqual([100, 'fresh', 's51']);
});
