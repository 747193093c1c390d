import { beforeEach, expect, test, vi } from 'vitest';
import type { RecordServices } from '../../services/record-services.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { userOfKey } from './find-user.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { listInvitations } from './invitations.ts';
import { listSessions } from './own-sessions.ts';
import { passkeyChallenge } from './passkey-challenge.ts';

vi.mock('./find-user.ts');

const now = 1_000_000_000_000;
const at = (millis: number) => Timestamp.fromMillis(millis);
const users = { id: 'users', data: {} } as StorageRow;
/** Answers with as many rows as it is asked for. */
const query = vi.fn<(spec: { limit: number }) => Promise<{ rows: object[] }>>();
const rowsOf = (data: object) =>
  query.mockImplementation(async ({ limit }) => ({ rows: Array.from({ length: limit }, (_, n) => ({ id: `row${n}`, data })) }));
const asked = () => query.mock.calls.map(([{ limit }]) => limit);
beforeEach(() => void query.mockReset());

test('of four hundred sessions of a user a hundred are shown', async () => {
  rowsOf({ passwordMark: '', expiresAt: at(now + 1), rotatedAt: at(now) });
  const services = { now: () => now, store: { get: async () => null, appSessions: { query } } } as unknown as RecordServices; // what is read
  expect(await listSessions(services, users, { key: 'ann', session: 'row1' } as Parameters<typeof listSessions>[2])).toHaveLength(100);
  expect(asked()).toEqual([400]);
});

test('five hundred invitations into a storage are shown', async () => {
  rowsOf({ email: 'ann@example.test', fields: '{}', createdAt: at(now), expiresAt: at(now + 1) });
  const services = { clock: () => now, store: { appInvitations: { query } } } as unknown as Services; // what is read of them
  expect(await listInvitations(services, users)).toHaveLength(500);
});

test('a device has five minutes to answer', () => {
  const services = { clock: () => now, config: { tokenPepper: 'a pepper' } } as unknown as Services; // what a challenge reads of them
  const place = { origin: 'https://shop.example.com', domain: 'shop.example.com' } as Parameters<typeof passkeyChallenge>[2]['place'];
  const { write } = passkeyChallenge(services, users, { purpose: 'passkey', place });
  expect(write).toMatchObject({ data: { expiresAt: at(now + 5 * 60_000) } });
});

test.each([
  [10 * 60_000, 'ann'],
  [10 * 60_000 + 1, 'permission-denied'],
])('where no password is, a session of %i milliseconds answers %s', async (age, answer) => {
  vi.mocked(userOfKey).mockResolvedValue({ key: 'ann', mark: '' } as Awaited<ReturnType<typeof userOfKey>>);
  const appSessions = { get: async () => ({ data: { began: { at: at(now - age) } } }) };
  const services = { clock: () => now, store: { appSessions } } as unknown as Services; // what is read of them
  const self = { key: 'ann', session: 's1' } as Parameters<typeof requireFreshProof>[2]['self'];
  const proof = requireFreshProof(services, users, { self }).then(
    ({ key }) => key,
    (error: { code: string }) => error.code,
  );
  expect(await proof).toBe(answer);
});
