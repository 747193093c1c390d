import { randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import { equalTexts, mac, seal, unseal } from '../../crypto/crypt.ts';

type Key = Pick<Config, 'keyEncryptionKey'>;

/** The secret that signs an endpoint's deliveries; the console shows it again. @returns the text, sealed */
export function newSecret({ keyEncryptionKey }: Key, endpointId: string): string {
  return seal(keyEncryptionKey, `whsec_${randomBytes(24).toString('base64url')}`, `endpoints/${endpointId}/secret`);
}

export function openSecret({ keyEncryptionKey }: Key, endpointId: string, endpoint: Pick<EndpointDocument, 'secretCipher'>): string {
  return unseal(keyEncryptionKey, endpoint.secretCipher ?? '', `endpoints/${endpointId}/secret`);
}

/** The token in an inbound address. It ends in a MAC, so that a made-up one is refused without a read. */
export function newToken(pepper: string): string {
  const random = randomBytes(24).toString('base64url');
  return `bph_${random}${tokenMac(pepper, random)}`;
}

export function isOurToken(pepper: string, token: string): boolean {
  return /^bph_[\w-]{44}$/.test(token) && equalTexts(token.slice(36), tokenMac(pepper, token.slice(4, 36)));
}

export function sealToken({ keyEncryptionKey }: Key, endpointId: string, token: string): string {
  return seal(keyEncryptionKey, token, `endpoints/${endpointId}/token`);
}

export function openToken({ keyEncryptionKey }: Key, endpointId: string, cipher: string): string {
  return unseal(keyEncryptionKey, cipher, `endpoints/${endpointId}/token`);
}

function tokenMac(pepper: string, random: string): string {
  return mac(pepper, 'hook', random).slice(0, 12);
}
