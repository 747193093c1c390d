import { isIP } from 'node:net';
import { signInOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

/** The page that asks for a passkey, and the domain whose passkeys it gets. */
export interface PasskeyPlace {
  readonly origin: string;
  readonly domain: string;
}

/** @throws {ApiError} permission-denied for a page that the storage does not name, and for one whose address has no domain */
export function passkeyPlace(storage: StorageRow, origin: string | undefined): PasskeyPlace {
  const { origins, passkeyDomain } = signInOf(storage.data);
  if (origin === undefined || !origins.includes(origin))
    throw new ApiError('permission-denied', 'Passkeys work on the pages that this users storage names.');
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new ApiError(
      'permission-denied',
      'Browsers keep passkeys for domains, and this page has an IP address: open it as localhost or by a domain.',
    );
  return { origin, domain: passkeyDomain !== null && isOnDomain(hostname, passkeyDomain) ? passkeyDomain : hostname };
}

export function isOnDomain(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
