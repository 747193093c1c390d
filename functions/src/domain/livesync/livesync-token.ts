import type { LiveSyncAnswer, LiveSyncClaims, ValueType } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { createCache } from '../../memory/cache.ts';
import { createAuthUser } from '../accounts/auth-users.ts';
import { requireScope } from '../api-keys/key-scope.ts';
import { reachOf } from '../app-users/reach.ts';
import type { CallerCaches } from '../grants/grant-caller.ts';
import { catalogueOf } from '../records/index/catalogue.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { LabelReach } from './label-reach.ts';

/** Claims survive a token's renewal, so they carry their own end. */
const validMillis = 30 * 60_000;
/** Synthetic users per project: listeners of one spread over them. */
const usersPerProject = 16;

/**
 * Makes a custom token with which an app can only listen to records of some storages of its project.
 * An app user hears only their own records where the storage allows no more, and those with the user's labels where rules have conditions.
 * Decisions 029 and 118.
 * @param named storages by key or by id
 * @throws {ApiError} not-found with the first unknown storage; permission-denied for one that is closed to app users;
 * unavailable while records get their labels; invalid-argument for more storages with such rules than a token has room for
 */
export async function liveSyncToken(
  services: LiveSyncServices,
  caller: ApiCaller,
  named: readonly string[],
): Promise<Omit<LiveSyncAnswer, 'success'> & Record<string, unknown>> {
  const { store, auth, config, clock } = services;
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
  const reached = await Promise.all(storages.map(async (row) => ({ ...row, reach: await liveReach(services, caller, row) })));
  // It opens what the access token opens, and for no longer.
  const expiresAt = Math.min(clock() + validMillis, caller.expiresAt ?? Infinity);
  const claims: LiveSyncClaims = {
    live: true,
    p: projectId,
    t: tenantId,
    ...(await claimsOf(reached)),
    ...holderOf(caller),
    ...typesClaim(storages),
    x: expiresAt,
  };
  refuseLarge(claims);
  const uid = `live_${projectId}_${Math.floor(Math.random() * usersPerProject)}`;
  await knowLiveUser(auth, uid);
  const { emulators } = config;
  return {
    token: await auth.createCustomToken(uid, claims),
    expiresAt: new Date(expiresAt).toISOString(),
    storages: reached.map(({ id, data, reach }) => ({
      storageId: id,
      storageKey: data.storageKey,
      is_softDelete: data.is_softDelete,
      ...('owner' in reach && { owner: reach.owner }),
      ...('held' in reach && { labels: [...reach.held.labels], labelledSince: new Date(reach.since).toISOString() }),
      ...typesPart(data),
    })),
    firebase: {
      apiKey: config.webApiKey,
      projectId: config.projectId,
      ...(emulators ? { authEmulator: `http://${emulators.auth}`, firestoreEmulator: emulators.firestore } : {}),
    },
  };
}

/** Of a custom token. https://firebase.google.com/docs/auth/admin/custom-claims */
const claimBytes = 1000;

/** @throws {ApiError} invalid-argument where a user has more labels in these storages than a token can hold */
function refuseLarge(claims: LiveSyncClaims): void {
  if (!claims.labels || Buffer.byteLength(JSON.stringify(claims)) <= claimBytes) return;
  const message = 'A LiveSync token has no room for the rules of all these storages. Ask for a token for each storage.';
  throw new ApiError('invalid-argument', message, { details: [{ field: 'storageKeys', message }] });
}

type LiveSyncServices = CallerCaches & Pick<Services, 'store' | 'records' | 'auth' | 'config' | 'clock'>;

/** All records of a storage, one user's own, or those with labels of the user. */
type Reach = { readonly all: true } | { readonly owner: string } | LabelReach;

async function liveReach(services: LiveSyncServices, caller: ApiCaller, storage: StorageRow): Promise<Reach> {
  const { access, endUserAccess } = storage.data;
  const isUser = caller.userId !== undefined;
  const isHeard = isUser ? (endUserAccess?.read ?? 'none') !== 'none' : caller.scope === undefined || access?.liveKeys;
  if (access && !isHeard) {
    const { labelReach } = await import('./label-reach.ts'); // few storages have rules
    return labelReach(services, caller, { ...storage, data: { ...storage.data, access } });
  }
  const owner = reachOf(caller, storage, 'read');
  return owner === undefined ? { all: true } : { owner };
}

async function claimsOf(
  storages: readonly { readonly id: string; readonly reach: Reach }[],
): Promise<Pick<LiveSyncClaims, 'sids' | 'own' | 'labels' | 'uf' | 'ut'>> {
  const own = storages.flatMap(({ id, reach }) => ('owner' in reach ? [id] : []));
  const labelled = storages.flatMap(({ id, reach }) => ('held' in reach ? [{ id, reach }] : []));
  return {
    sids: storages.flatMap(({ id, reach }) => ('all' in reach ? [id] : [])),
    ...(own.length > 0 && { own }),
    ...(labelled.length > 0 && (await import('./label-reach.ts')).labelClaims(labelled)),
  };
}

/** Most storages have no types, and a token little room. */
function typesClaim(storages: readonly StorageRow[]): Pick<LiveSyncClaims, 'ty'> {
  const ty = Math.max(...storages.map(({ data }) => data.typesSince ?? 0));
  return ty > 0 ? { ty } : {};
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
