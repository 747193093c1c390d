import type { LiveSyncClaims } from '@bedplate/contract';
import { expect, test, vi } from 'vitest';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { labelClaims } from './label-reach.ts';
import { liveSyncToken } from './livesync-token.ts';

vi.mock('./label-reach.ts', () => ({
  labelReach: async () => ({ held: { labels: [] }, since: 0 }),
  labelClaims: vi.fn<typeof labelClaims>(),
}));

const signed: LiveSyncClaims[] = [];
const auth = {
  createUser: async () => {},
  createCustomToken: async (_: string, claims: LiveSyncClaims) => {
    signed.push(claims);
    return 'token';
  },
};
const data = { tenantId: 't1', projectId: 'p1', storageKey: 'notes', access: { rules: [] }, fields: {}, profile: {} };
const store = { storages: {}, query: async () => ({ rows: [{ id: 's1', data }] }) };
const services = { store: { ...store, storages: store }, auth, clock: () => 0, config: { emulators: null } };
const caller = { tenantId: 't1', projectId: 'p1', keyId: 'k1', userId: 'ann', expiresAt: null } as unknown as ApiCaller; // what is read of it

/** Asks for a token of a user with labels of so many characters. */
async function withLabels(characters: number) {
  vi.mocked(labelClaims).mockReturnValue({ labels: { s1: ['x'.repeat(characters)] } } as unknown as ReturnType<typeof labelClaims>);
  return liveSyncToken(services as unknown as Parameters<typeof liveSyncToken>[0], caller, ['notes']);
}

test('the claims of a token have a thousand bytes', async () => {
  await withLabels(0);
  const rest = 1_000 - Buffer.byteLength(JSON.stringify(signed[0]));
  expect(await withLabels(rest)).toMatchObject({ token: 'token' });
  await expect(withLabels(rest + 1)).rejects.toMatchObject({ code: 'invalid-argument' });
});
