import type { LiveSyncAnswer, LiveSyncClaims, ValueType } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { createCache } from '../../memory/cache.ts';
import { createAuthUser } from '../accounts/auth-users.ts';
import { requireScope } from '../api-keys/key-scope.ts';
import { reachOf } from '../app-users/reach.ts';
import { catalogueOf } from '../records/index/catalogue.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

/** Claims survive a token's renewal, so they carry their own end. */
const validMillis = 30 * 60_000;
/** Synthetic users per project: listeners of one spread over them. */
const usersPerProject = 16;

/**
 * Makes a custom token with which an app can only listen to records of some storages of its project.
 * An app user hears only their own records where the storage allows no more.
 * Decision 029.
 * @param named storages by key or by id
 * @throws {ApiError} not-found with the first unknown storage; permission-denied for one that is closed to app users
 */
export async function liveSyncToken(
  { store, auth, config, clock }: Pick<Services, 'store' | 'auth' | 'config' | 'clock'>,
  caller: ApiCaller,
  named: readonly string[],
): Promise<Omit<LiveSyncAnswer, 'success'> & Record<string, unknown>> {
  const { tenantId, projectId, scope } = caller;
  const { rows } = await store.storages.query({
    where: [
      ['projectId', '==', projectId],
      ['archived', '==', false],
    ],
  });
  const theirs = rows.filter((row) => row.data.tenantId === tenantId);
  const chosen = named.map((name) => {
    const row = theirs.find(({ data }) => data.storageKey === name) ?? theirs.find(({ id }) => id === name);
    if (!row) throw new ApiError('not-found', say('storageNone', { name }));
    return row;
  });
  const storages = [...new Map(chosen.map((row) => [row.id, row])).values()];
  for (const { id } of storages) requireScope(scope, 'read', id);
  for (const storage of storages) await refuseRuled({ store }, caller, storage);
  const reached = storages.map((storage) => ({ ...storage, owner: reachOf(caller, storage, 'read') }));
  const own = reached.filter(({ owner }) => owner !== undefined).map(({ id }) => id);
  const sids = reached.filter(({ owner }) => owner === undefined).map(({ id }) => id);
  // It opens what the access token opens, and for no longer.
  const expiresAt = Math.min(clock() + validMillis, caller.expiresAt ?? Infinity);
  const claims: LiveSyncClaims = {
    live: true,
    p: projectId,
    t: tenantId,
    sids,
    ...(own.length > 0 ? { own } : {}),
    ...holderOf(caller),
    x: expiresAt,
  };
  const uid = `live_${projectId}_${Math.floor(Math.random() * usersPerProject)}`;
  await knowLiveUser(auth, uid);
  const { emulators } = config;
  return {
    token: await auth.createCustomToken(uid, claims),
    expiresAt: new Date(expiresAt).toISOString(),
    storages: reached.map(({ id, data, owner }) => ({
      storageId: id,
      storageKey: data.storageKey,
      is_softDelete: data.is_softDelete,
      ...(owner === undefined ? {} : { owner }),
      ...typesPart(data),
    })),
    firebase: {
      apiKey: config.webApiKey,
      projectId: config.projectId,
      ...(emulators ? { authEmulator: `http://${emulators.auth}`, firestoreEmulator: emulators.firestore } : {}),
    },
  };
}

/** @throws {ApiError} permission-denied, with what LiveSync cannot decide of the rules that bind the caller */
async function refuseRuled(services: Pick<Services, 'store'>, { userId, scope }: ApiCaller, { id, data }: StorageRow): Promise<void> {
  if (!data.access || (userId === undefined && !scope)) return;
  const isHeard = userId === undefined ? data.access.liveKeys : (data.endUserAccess?.read ?? 'none') !== 'none';
  if (isHeard) return;
  const [{ storedGrants }, { undecidedLive }] = await Promise.all([
    import('../grants/stored-grants.ts'), // few storages have rules
    import('../grants/undecided-live.ts'),
  ]);
  const undecided = undecidedLive(await storedGrants(services, id, data.access.version)).join(', ');
  const message = `LiveSync cannot decide the rules of "${data.storageKey}" (${undecided}). Read its records with a list.`;
  throw new ApiError('permission-denied', message, { by: 'access-of-users' });
}

/** With them `where` compares as a list does. */
function typesPart(storage: StorageRow['data']): { types?: Record<string, ValueType> } {
  const types = catalogueOf(storage).fields.flatMap(({ path, declared }) => (declared ? [[path, declared] as const] : []));
  return types.length > 0 ? { types: Object.fromEntries(types) } : {};
}

const knownMillis = 10 * 60_000;
const known = createCache<true>({ max: 10_000, ttlMillis: knownMillis });

/** Makes the Auth user before its token signs in: the sign-in of an unknown one counts as a sign-up, which clients are not allowed. */
async function knowLiveUser(auth: Services['auth'], uid: string): Promise<void> {
  if (known.get(uid)) return;
  await createAuthUser({ auth }, uid);
  known.set(uid, true);
}

/** Whom the rules ask for each time: when the key or the app user is gone, the user has another password or has ended the session, the listeners end. */
function holderOf({ keyId, userId, userRecord }: ApiCaller): Pick<LiveSyncClaims, 'k' | 'u' | 'us' | 'ur' | 'um' | 's'> {
  if (!userRecord) return { k: keyId };
  const { storageId, key, mark = '', session } = userRecord;
  return { u: userId, us: storageId, ur: key, um: mark, ...(session ? { s: session } : {}) };
}
