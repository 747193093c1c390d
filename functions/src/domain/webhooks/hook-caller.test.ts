import { expect, test } from 'vitest';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { hookCaller } from './hook-caller.ts';
import { hooks } from '../../store/collections.ts';
import { isOurToken, newToken } from './secrets.ts';

const token = newToken('pepper');

/** Null where there is none. */
interface Place {
  tenant?: object;
  project?: object | null;
  storage?: object | null;
}

let reads = 0;

/** The caller of a webhook's address in an open account, but for the given fields. */
function callerIn({ tenant, project, storage }: Place, called = token) {
  const documents: Record<string, object | null> = {
    [hooks.path(sha256(token))]: { tenantId: 't1', projectId: 'p1', storageId: 's1', endpointId: 'e1' },
    'projects/p1': project === null ? null : { tenantId: 't1', archivedAt: null, ...project },
    'storages/s1': storage === null ? null : { tenantId: 't1', projectId: 'p1', archived: false, ...storage },
    'tenants/t1': { ownerUid: 'ada', active: true, plan: { tier: 'free' }, ...tenant },
  };
  reads = 0;
  const get = async (path: string) => {
    reads += 1;
    return documents[path] ? { id: path.slice(path.indexOf('/') + 1), path, data: documents[path] } : null;
  };
  const cache = { get } as unknown as LiveDocuments<never>; // what a call asks
  return hookCaller(
    { config: { tokenPepper: 'pepper' }, caches: { hooks: cache, projects: cache, storages: cache, tenants: cache } },
    called,
  );
}

test('an address writes while its account is open', async () => {
  expect(await callerIn({})).toMatchObject({ tenantId: 't1', projectId: 'p1', keyId: 'hook_e1' });
});

test('a suspended account is told so', async () => {
  await expect(callerIn({ tenant: { active: false } })).rejects.toMatchObject({ code: 'permission-denied' });
});

test.each<[string, Place]>([
  ['a project that is gone', { project: null }],
  ['a storage that is gone', { storage: null }],
  ['an archived project', { project: { archivedAt: new Date(0) } }],
  ['an archived storage', { storage: { archived: true } }],
  ['a storage that another account has', { storage: { tenantId: 't2' } }],
])('an address of %s is unknown', async (_, place) => {
  await expect(callerIn(place)).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['rotated', newToken('pepper'), 1],
  ['made-up', newToken('another pepper'), 0],
])('a %s address is unknown', async (_, called, looks) => {
  await expect(callerIn({}, called)).rejects.toMatchObject({ code: 'not-found' });
  expect(reads).toBe(looks);
});

test('an address is ours by the mark at its end, and by that at its beginning', () => {
  expect(isOurToken('pepper', token)).toBe(true);
  for (const other of [`bpk_${token.slice(4)}`, `${token}x`, newToken('another pepper')]) expect(isOurToken('pepper', other)).toBe(false);
});
