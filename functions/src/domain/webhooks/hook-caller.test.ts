import { expect, test } from 'vitest';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { hookCaller } from './hook-caller.ts';
import { hooks } from '../../store/collections.ts';
import { isOurToken, newToken } from './secrets.ts';

const token = newToken('pepper');

/** The caller of a webhook's address in an open account with the given fields of `tenant`. */
function callerIn(tenant: object) {
  const documents: Record<string, object> = {
    [hooks.path(sha256(token))]: { tenantId: 't1', projectId: 'p1', storageId: 's1', endpointId: 'e1' },
    'projects/p1': { tenantId: 't1', archivedAt: null },
    'storages/s1': { tenantId: 't1', projectId: 'p1', archived: false },
    'tenants/t1': { ownerUid: 'ada', active: true, plan: { tier: 'free' }, ...tenant },
  };
  const get = async (path: string) => (documents[path] ? { id: path.slice(path.indexOf('/') + 1), path, data: documents[path] } : null);
  const cache = { get } as unknown as LiveDocuments<never>; // what a call asks
  return hookCaller(
    { config: { tokenPepper: 'pepper' }, caches: { hooks: cache, projects: cache, storages: cache, tenants: cache } },
    token,
  );
}

test('an address writes while its account is open', async () => {
  expect(await callerIn({})).toMatchObject({ tenantId: 't1', projectId: 'p1', keyId: 'hook_e1' });
});

test('a suspended account is told so', async () => {
  await expect(callerIn({ active: false })).rejects.toMatchObject({ code: 'permission-denied' });
});

test('an address is ours by the mark at its end, and by that at its beginning', () => {
  expect(isOurToken('pepper', token)).toBe(true);
  for (const other of [`bpk_${token.slice(4)}`, `${token}x`, newToken('another pepper')]) expect(isOurToken('pepper', other)).toBe(false);
});
