import { BedplateError } from '../transport/errors.ts';
import type { AnyFields } from '../records/records.ts';
import { livesyncResource, type LiveSyncToken } from '../resources/livesync.ts';
import { createTransport } from '../transport/transport.ts';
import { checkedToken, type TokenOrAccess } from './checked-token.ts';
import { connectWithToken } from './connect.ts';
import type { Clock } from './clock.ts';
import { createLiveSyncCore, type LiveSync } from './core.ts';
import type { LiveEvent, LiveState } from './events.ts';
import { type LiveWhere, onlyMatching } from './filter.ts';
import { type Connection, firestoreSource } from './firestore-source.ts';

export interface LiveSyncOptions<T = AnyFields> {
  /** The address of the product, for example https://app.example.com; default: the page's own origin. */
  endpoint?: string;
  projectId: string;
  /** The storage by its key or its id. */
  storageKey?: string;
  storageId?: string;
  /** The answer of `bedplate.livesync.token(…)` on your server, or a person's access token. */
  token?: TokenOrAccess;
  /** The same, asked for whenever one is needed: LiveSync then goes on when a token ends. What is no token goes to `onError`, and it is asked again. */
  getToken?: () => TokenOrAccess | Promise<TokenOrAccess>;
  /** Instead of a token: the API key. The secret key belongs on servers only. */
  apiKey?: string;
  secretKey?: string;
  /**
   * Only records with these values, such as `{ status: 'open' }` or `{ status: ['open', 'new'] }`. One that begins to match arrives as a
   * create, or as an update when nothing was heard of it before; one that stops as a delete.
   */
  where?: LiveWhere<T>;
  /** Reads the whole list: called when LiveSync starts to listen and after a gap; changes wait until it is done. */
  fetch?: () => unknown;
  onChange: (event: LiveEvent<T>) => void;
  onState?: (state: LiveState) => void;
  /** Failures on the way, those of `onChange` included. LiveSync goes on by itself, except after a refusal such as `unauthenticated`. */
  onError?: (error: unknown) => void;
  /** Report changes from this time on instead of from now. */
  since?: string | Date;
  clock?: Clock;
}

/**
 * Follows one storage: every create, update and delete, in order per record, without loss across dropped connections.
 * @example
 * const live = createLiveSync({
 *   endpoint, projectId, storageKey: 'orders',
 *   getToken: async () => (await fetch('/livesync-token')).json(),
 *   fetch: async () => setOrders((await listOrders()).data),
 *   onChange: (event) => setOrders((orders) => applyChange(orders, event)),
 * });
 * @throws {BedplateError} `invalid-argument` when the storage or the token is missing, the token is none or `since` is no time; later failures go to `onError`
 */
export function createLiveSync<T = AnyFields>(options: LiveSyncOptions<T>): LiveSync {
  const storage = options.storageId ?? options.storageKey;
  if (!storage) throw new BedplateError('invalid-argument', 'LiveSync needs a storageKey or a storageId.');
  if (!options.token && !options.getToken && !options.apiKey) {
    throw new BedplateError('invalid-argument', 'LiveSync needs a token, a getToken function or an apiKey.');
  }
  if (options.token && !options.getToken) checkedToken(options.token, 'token');
  const since = options.since === undefined ? undefined : new Date(options.since).getTime();
  if (Number.isNaN(since))
    throw new BedplateError('invalid-argument', 'since is not a time: give a Date, or a text such as 2026-05-01T12:00:00Z.');
  const onChange = options.onChange as (event: LiveEvent) => void; // the caller names the type of its own fields
  return createLiveSyncCore({
    source: firestoreSource(() => connect(options, storage)),
    onChange: options.where ? onlyMatching(options.where, onChange) : onChange,
    onState: options.onState,
    onError: options.onError,
    fetch: options.fetch,
    since,
    isFatal,
    clock: options.clock,
  });
}

async function connect<T>(options: LiveSyncOptions<T>, storage: string): Promise<Connection> {
  const given = options.getToken ? checkedToken(await options.getToken(), 'getToken') : options.token;
  const token = typeof given === 'object' ? given : await requestToken(options, storage, given);
  return { ...(await connectWithToken(token, storage)), renewable: token !== options.token };
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

/** The server refused: the same question would get the same answer. */
function isFatal(error: unknown): boolean {
  return error instanceof BedplateError && error.status >= 400 && error.status < 500 && error.status !== 429
    ? true
    : error instanceof BedplateError && error.status === 0 && (error.code === 'unauthenticated' || error.code === 'not-found');
}
