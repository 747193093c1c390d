import { randomBytes } from 'node:crypto';
import { createCache } from '../memory/cache.ts';
import type { Config } from '../config/config.ts';
import type { Timestamp } from '../store/model/values.ts';
import type { AccountKeyDocument } from '../store/documents/documents.ts';
import { equalTexts, mac, seal, sha256, unseal } from './crypt.ts';

export interface KeyPair {
  apiKey: string;
  secretKey: string;
}

const randomLength = 32;
const macLength = 12;
/** The pepper of keys with a right MAC, by the key's id: each request brings one, and a hash takes a tenth of the time of a MAC. */
const peppers = createCache<string>({ max: 10_000 });

/** The API key ends in a MAC of its random part, so that a made-up key is refused without a read. */
export function makeKeyPair(pepper: string): KeyPair {
  const random = randomBytes(24).toString('base64url');
  return { apiKey: `bpk_${random}${keyMac(pepper, random)}`, secretKey: `bps_${randomBytes(24).toString('base64url')}` };
}

/** @returns the id of an API key that we made, which may be invalid by now; undefined for an invented one */
export function ourApiKeyId(pepper: string, apiKey: string): string | undefined {
  if (!/^bpk_[\w-]{44}$/.test(apiKey)) return undefined;
  const id = apiKeyId(apiKey);
  if (peppers.get(id) === pepper) return id;
  const random = apiKey.slice(4, 4 + randomLength);
  if (!equalTexts(apiKey.slice(4 + randomLength), keyMac(pepper, random))) return undefined;
  peppers.set(id, pepper);
  return id;
}

/** @returns document id in apiKeys */
export function apiKeyId(apiKey: string): string {
  return sha256(apiKey);
}

export function apiKeyDocument(
  pair: KeyPair,
  key: Buffer,
  owner: { tenantId: string; active: boolean; createdAt: Timestamp },
): AccountKeyDocument {
  const id = apiKeyId(pair.apiKey);
  return {
    ...owner,
    kind: 'account',
    secretHash: sha256(pair.secretKey),
    keyCipher: seal(key, pair.apiKey, `apiKeys/${id}/key`),
    secretCipher: seal(key, pair.secretKey, `apiKeys/${id}/secret`),
  };
}

export function openKeyPair(config: Pick<Config, 'keyEncryptionKey'>, id: string, document: AccountKeyDocument): KeyPair {
  return {
    apiKey: unseal(config.keyEncryptionKey, document.keyCipher, `apiKeys/${id}/key`),
    secretKey: unseal(config.keyEncryptionKey, document.secretCipher, `apiKeys/${id}/secret`),
  };
}

function keyMac(pepper: string, random: string): string {
  return mac(pepper, 'api-key', random).slice(0, macLength);
}
