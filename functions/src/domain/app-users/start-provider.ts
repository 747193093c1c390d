import { randomBytes } from 'node:crypto';
import { type SignInProvider, signInOf } from '@bedplate/contract';
import { seal, unseal } from '../../crypto/crypt.ts';
import { log } from '../../config/log.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { networkOf } from '../../network/address.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { newChallenge } from './challenges.ts';
import type { FoundUser } from './find-user.ts';
import { factorNote } from './asked-factor.ts';

const perNetwork = {
  scope: 'app-user-provider-ip',
  max: 100,
  windowMillis: 900_000,
  message: 'Too many people have begun to sign in from this network. Please try again later.',
};

/** A sign-in that is under way elsewhere. */
export interface PendingProvider {
  readonly provider: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** S256 of what only the page knows that has begun. */
  readonly codeChallenge: string;
  /** Of a user who links the account elsewhere; absent for one who signs in. */
  readonly key?: string;
}

export interface ProviderStart {
  readonly provider: string;
  readonly returnTo: string;
  readonly codeChallenge: string;
  readonly ip: string;
}

/**
 * Begins a sign-in elsewhere. What it must come back with waits here, and the address of the provider's page has only a state.
 * @param user who links, instead of signing in
 * @throws {ApiError} permission-denied for a provider that is not on; invalid-argument for a page that the storage does not name to the letter
 */
export async function startProvider(
  services: Services,
  storage: StorageRow,
  { provider: id, returnTo, codeChallenge, ip, user }: ProviderStart & { user?: FoundUser },
): Promise<{ url: string }> {
  const provider = requireProvider(storage, id);
  if (!signInOf(storage.data).returnPages.includes(returnTo))
    throw invalidField('returnTo', 'This page is not one that the storage names.');
  await countAttempt(services, perNetwork, `${storage.id}/${networkOf(ip)}`);
  const [nonce, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  const pending = { provider: id, nonce, verifier, returnTo, codeChallenge, ...(user ? { key: user.key } : {}) };
  const made = newChallenge(services, storage, {
    purpose: 'provider',
    key: user?.key ?? null,
    passwordMark: user?.mark ?? '',
    address: '',
    pending: sealed(services, storage, pending),
    ...(user ? factorNote(storage, user) : {}),
  });
  const { authorizationUrl } = await import('./provider-client.ts'); // few calls need it
  const callback = callbackOf(services, storage, id);
  const checks = { state: made.token, nonce, verifier };
  const url = await authorizationUrl(services, { storageId: storage.id, provider, callback, checks }).catch((error: unknown) => {
    log.warn('app-users.provider-silent', { storageId: storage.id, provider: id }, error);
    throw new ApiError('unavailable', 'The provider does not answer. Please try again later.');
  });
  await services.store.commit([made.write]);
  return { url: url.href };
}

/** @throws {ApiError} permission-denied */
export function requireProvider(storage: StorageRow, id: string): SignInProvider {
  const provider = signInOf(storage.data).providers.find((each) => each.id === id);
  if (!provider) throw new ApiError('permission-denied', `Signing in by ${id.slice(0, 40)} is off in this users storage.`);
  return provider;
}

/** One address for each provider: an answer of one is never taken for another's. */
export function callbackOf({ config }: Pick<Services, 'config'>, storage: StorageRow, provider: string): string {
  return `${config.publicOrigin}/api/users/${storage.id}/sign-in/callback/${provider}`;
}

export const sealed = ({ config }: Services, { id }: StorageRow, value: object) =>
  seal(config.keyEncryptionKey, JSON.stringify(value), `provider-sign-in/${id}`);
export const opened = ({ config }: Services, { id }: StorageRow, text = ''): unknown =>
  JSON.parse(unseal(config.keyEncryptionKey, text, `provider-sign-in/${id}`));
