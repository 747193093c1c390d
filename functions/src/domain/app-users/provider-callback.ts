import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { newChallenge, takeChallenge, wrong } from './challenges.ts';
import type { Identity } from './identity.ts';
import { callbackOf, opened, type PendingProvider, requireProvider, sealed } from './start-provider.ts';

/** The page exchanges it at once. */
const codeMillis = 60_000;
/** How a provider says that the person wants to go no further; the second one is Apple's. */
const denials: readonly (string | null)[] = ['access_denied', 'user_cancelled_authorize'];

/** A person who came back, for the page that has sent them. */
export interface PendingIdentity {
  readonly identity: Identity;
  readonly codeChallenge: string;
  readonly key?: string;
}

/**
 * Takes a person back from a provider. The state is used up before anything is believed, so an answer works once.
 * @returns the page of the app, with a code for it, or with what went wrong
 * @throws {ApiError} unauthenticated for a state that is missing, old, used, or of another storage or provider
 */
export async function backFromProvider(
  services: Services,
  storage: StorageRow,
  { provider: id, answer }: { provider: string; answer: URLSearchParams },
): Promise<string> {
  const state = answer.get('state') ?? '';
  const taken = await takeChallenge(services, { storage, given: { token: state }, purposes: ['provider'] });
  const pending = opened(services, storage, taken.pending) as PendingProvider; // sealed by startProvider
  if (pending.provider !== id) throw wrong();
  const { returnTo, nonce, verifier, codeChallenge, key } = pending;
  if (answer.has('error')) return `${returnTo}#sign-in-error=${denials.includes(answer.get('error')) ? 'denied' : 'failed'}`;
  const provider = requireProvider(storage, id);
  const { identityOf } = await import('./provider-client.ts'); // few calls need it
  const call = { storageId: storage.id, provider, callback: callbackOf(services, storage, id), checks: { state, nonce, verifier } };
  const identity = await identityOf(services, call, answer).catch((error: unknown) => {
    log.warn('app-users.provider-refused', { storageId: storage.id, provider: id }, error);
    return null;
  });
  if (!identity) return `${returnTo}#sign-in-error=failed`;
  const found: PendingIdentity = { identity, codeChallenge, ...(key === undefined ? {} : { key }) };
  const made = newChallenge(services, storage, {
    purpose: 'identity',
    key: taken.key,
    passwordMark: taken.passwordMark,
    ...(taken.hadFactor ? { hadFactor: true } : {}),
    address: '',
    pending: sealed(services, storage, found),
    validMillis: codeMillis,
  });
  await services.store.commit([made.write]);
  return `${returnTo}#sign-in=${made.token}`;
}
