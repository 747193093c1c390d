import type { SignInProvider } from '@bedplate/contract';
import { seal, unseal } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';

type Keys = Pick<Services, 'config'>;

/** A provider as it is stored: its secret opens only for this provider, of this storage, at this issuer. */
export function withSealedSecret({ config }: Keys, storageId: string, { clientSecret, ...provider }: SignInProvider): SignInProvider {
  if (clientSecret === undefined) return provider;
  return { ...provider, clientSecret: seal(config.keyEncryptionKey, clientSecret, contextOf(storageId, provider)) };
}

/** @returns the secret of a stored provider; empty where there is none */
export function openedProviderSecret({ config }: Keys, storageId: string, provider: SignInProvider): string {
  const { clientSecret } = provider;
  return clientSecret === undefined ? '' : unseal(config.keyEncryptionKey, clientSecret, contextOf(storageId, provider));
}

/** With another issuer a kept secret would be told to somebody else. */
export function isSameReceiver(a: SignInProvider, b: SignInProvider): boolean {
  return contextOf('', a) === contextOf('', b);
}

function contextOf(storageId: string, { id, kind, issuer = '', clientId }: SignInProvider): string {
  return JSON.stringify(['provider', storageId, id, kind, issuer, clientId]);
}
