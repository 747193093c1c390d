import type { LiveSyncAnswer, LiveSyncClaims, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { requireScope } from '../api-keys/key-scope.ts';
import { reachOf } from '../app-users/reach.ts';
import type { StorageRow } from '../records/record-services.ts';

/** Claims survive a token's renewal, so they carry their own end. */
const validMillis = 30 * 60_000;
/** Synthetic users per project: listeners of one spread over them. */
const usersPerProject = 16;

/**
 * A custom token that lets an app listen to the records of some storages of its project, and to nothing else.
 * @param named storages by key or by id @throws {ApiError} not-found naming the first that the project does not have
 */
export async function liveSyncToken(
  { records, auth, config, clock }: Pick<Services, 'records' | 'auth' | 'config' | 'clock'>,
  caller: ApiCaller,
  named: readonly string[],
): Promise<Omit<LiveSyncAnswer, 'success'> & Record<string, unknown>> {
  const { tenantId, projectId, scope } = caller;
  const { rows } = await records.store.query<StorageDocument<Timestamp>>({
    from: 'storages',
    where: [
      ['projectId', '==', projectId],
      ['archived', '==', false],
    ],
  });
  const own = rows.filter((row) => row.data.tenantId === tenantId);
  const chosen = named.map((name) => {
    const row = own.find(({ data }) => data.storageKey === name) ?? own.find(({ id }) => id === name);
    if (!row) throw new ApiError('not-found', `The project has no storage "${name}".`);
    return row;
  });
  const storages = [...new Map(chosen.map((row) => [row.id, row])).values()];
  for (const { id } of storages) requireScope(scope, 'read', id);
  for (const storage of storages) requireAll(caller, storage);
  const expiresAt = clock() + validMillis;
  const claims: LiveSyncClaims = { live: true, p: projectId, sids: storages.map(({ id }) => id), x: expiresAt };
  const uid = `live_${projectId}_${Math.floor(Math.random() * usersPerProject)}`;
  const { emulators } = config;
  return {
    token: await auth.createCustomToken(uid, claims),
    expiresAt: new Date(expiresAt).toISOString(),
    storages: storages.map(({ id, data }) => ({ storageId: id, storageKey: data.storageKey, is_softDelete: data.is_softDelete })),
    firebase: {
      apiKey: config.webApiKey,
      projectId: config.projectId,
      ...(emulators ? { authEmulator: `http://${emulators.auth}`, firestoreEmulator: emulators.firestore } : {}),
    },
  };
}

/** A listener gets every record of its storages. @throws {ApiError} permission-denied for an app user who may read less */
function requireAll(caller: ApiCaller, storage: StorageRow): void {
  if (reachOf(caller, storage, 'read') === undefined) return;
  throw new ApiError('permission-denied', `Following "${storage.data.storageKey}" live needs the right to read all its records.`);
}
