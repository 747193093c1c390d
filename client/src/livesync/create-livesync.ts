import { BedplateError } from '../transport/errors.ts';
import type { AnyFields } from '../records/records.ts';
import { livesyncResource, type LiveSyncToken } from '../resources/livesync.ts';
import { createTransport } from '../transport/transport.ts';
import { checkedToken, type TokenOrAccess } from './checked-token.ts';
import type { Clock } from './clock.ts';
import { createLiveSyncCore, type LiveSync } from './core.ts';
import type { LiveEvent, LiveState } from './events.ts';
import { type FieldTypes, type LiveWhere, onlyMatching, refuseByTypes, refuseUncheckable } from './filter.ts';
import type { Connection } from './firestore-source.ts';
import { sharedSource } from './shared-source.ts';

export interface LiveSyncOptions<T = AnyFields> {
  /**
   * The address of the product, for example https://app.example.com; by default the origin of the
   * page.
   */
  endpoint?: string;
  projectId: string;
  /** The storage by its key or its id. */
  storageKey?: string;
  storageId?: string;
  /** The answer of `bedplate.livesync.token(…)` on your server, or the access token of a person. */
  token?: TokenOrAccess;
  /**
   * Returns such a token whenever LiveSync needs one, so that it goes on when a token expires. A
   * wrong result is passed to `onError`, and the function is called again.
   */
  getToken?: () => TokenOrAccess | Promise<TokenOrAccess>;
  /** The API key, instead of a token. The secret key belongs on servers only. */
  apiKey?: string;
  secretKey?: string;
  /**
   * Follows only records that meet these conditions, which are those of a list: `{ status: 'open' }`,
   * `{ status: ['open', 'new'], price: { lt: 10 } }`. A record that begins to match arrives as a create, or as an
   * update when no event of it came before; a record that stops matching arrives as a delete.
   */
  where?: LiveWhere<T>;
  /** Besides, a record must meet one of these: `[{ status: 'open' }, { assignee: 'ada' }]`. */
  or?: readonly LiveWhere<T>[];
  /**
   * Reads the whole list. LiveSync calls it when it starts to listen and after a gap; changes wait
   * until it has finished.
   */
  fetch?: () => unknown;
  onChange: (event: LiveEvent<T>) => void;
  onState?: (state: LiveState) => void;
  /**
   * Receives all failures, including those of `onChange`. LiveSync continues by itself, except
   * after a refusal such as `unauthenticated`.
   */
  onError?: (error: unknown) => void;
  /** Reports changes since this time instead of since now. */
  since?: string | Date;
  /** Also reports the changes of the last minute: for a list that was just read, instead of `fetch`. */
  replay?: boolean;
  clock?: Clock;
}

/**
 * Follows one storage: every create, update and delete, in order per record, without loss across
 * dropped connections.
 * @example
 * const live = createLiveSync({
 *   endpoint, projectId, storageKey: 'orders',
 *   getToken: async () => (await fetch('/livesync-token')).json(),
 *   fetch: async () => setOrders((await listOrders()).data),
 *   onChange: (event) => setOrders((orders) => applyChange(orders, event)),
 * });
 * @throws {BedplateError} `invalid-argument` when the storage or the token is missing, the token is
 * not valid or `since` is not a time. Later failures are passed to `onError`
 */
export function createLiveSync<T = AnyFields>(options: LiveSyncOptions<T>): LiveSync {
  const storage = options.storageId ?? options.storageKey;
  if (!storage) throw new BedplateError('invalid-argument', 'LiveSync needs a storageKey or a storageId.');
  if (!options.token && !options.getToken && !options.apiKey) {
    throw new BedplateError('invalid-argument', 'LiveSync needs a token, a getToken function or an apiKey.');
  }
  if (options.token && !options.getToken) checkedToken(options.token, 'token');
  refuseUncheckable(options);
  const since = options.since === undefined ? undefined : new Date(options.since).getTime();
  if (Number.isNaN(since))
    throw new BedplateError('invalid-argument', 'since is not a time: give a Date, or a text such as 2026-05-01T12:00:00Z.');
  const onChange = options.onChange as (event: LiveEvent) => void; // the caller names the type of its own fields
  let types: FieldTypes = {};
  let followed: string | undefined;
  const connected = async () => {
    const open = await connect(options, storage);
    const { connection } = open;
    types = connection.types ?? {};
    refuseByTypes(options, types);
    const before = followed;
    const compared = options.where || options.or ? types : {};
    followed = JSON.stringify([connection.owner, connection.byLabels?.labels, compared]);
    const isOther = before !== undefined && followed !== before; // by other rules or types, or as a member of other teams
    return isOther ? { ...open, connection: { ...connection, knownSince: connection.serverTime } } : open;
  };
  return createLiveSyncCore({
    source: sharedSource(connected, {
      follow: ({ firestore, connection }, after, listener) => firestore.follow(connection, after, listener),
      read: ({ firestore, connection }, after, until) => firestore.readSpan(connection, after, until),
    }),
    onChange: options.where || options.or ? onlyMatching(options, onChange, () => types) : onChange,
    onState: options.onState,
    onError: options.onError,
    fetch: options.fetch,
    since,
    replay: options.replay,
    isFatal,
    clock: options.clock,
  });
}

interface Open {
  firestore: Firestore;
  connection: Connection;
  close(): void;
}

type Firestore = Awaited<ReturnType<typeof loadFirestore>>;

/** A page that follows nothing does not load Firebase, which is twenty times the rest. It arrives while the token does. */
async function connect<T>(options: LiveSyncOptions<T>, storage: string): Promise<Open> {
  const [firestore, token] = await Promise.all([loadFirestore(), tokenOf(options, storage)]);
  const found = await firestore.connectWithToken(token, storage);
  return { firestore, connection: { ...found, renewable: token !== options.token }, close: found.close };
}

function loadFirestore() {
  return import('./with-firestore.ts');
}

async function tokenOf<T>(options: LiveSyncOptions<T>, storage: string): Promise<LiveSyncToken> {
  const given = options.getToken ? checkedToken(await options.getToken(), 'getToken') : options.token;
  return typeof given === 'object' ? given : requestToken(options, storage, given);
}

function requestToken<T>(
  { endpoint, projectId, apiKey, secretKey }: LiveSyncOptions<T>,
  storage: string,
  access?: string,
): Promise<LiveSyncToken> {
  const headers = {
    'X-Project-ID': projectId,
    ...(access ? { Authorization: `Bearer ${access}` } : {}),
    ...(!access && apiKey ? { 'X-API-Key': apiKey } : {}),
    ...(!access && secretKey ? { 'X-Secret-Key': secretKey } : {}),
  };
  const origin = endpoint ?? (typeof location === 'undefined' ? '' : location.origin);
  // Each request gets its own copy: the transport adds to it.
  return livesyncResource(createTransport({ endpoint: origin, headers: async () => ({ ...headers }) })).token([storage]);
}

/** @returns whether the server refused, so that the same request would get the same answer */
function isFatal(error: unknown): boolean {
  return error instanceof BedplateError && error.status >= 400 && error.status < 500 && error.status !== 429
    ? true
    : error instanceof BedplateError && error.status === 0 && (error.code === 'unauthenticated' || error.code === 'not-found');
}
