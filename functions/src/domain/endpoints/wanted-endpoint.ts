import { type EndpointInput, isOwnAddress, limits } from '@bedplate/contract';
import type { Config } from '../../config/config.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { FoundStorage } from '../callers/find-project.ts';
import { newSecret, newToken, openToken, sealToken } from '../webhooks/secrets.ts';
import { targetUrl } from '../../network/target-url.ts';
import { restAddress } from './endpoint-out.ts';

/** The fields of an endpoint, by a form's input. */
export interface WantedEndpoint
  extends Pick<EndpointDocument, 'storageId' | 'projectId' | 'type' | 'functionality' | 'method' | 'url' | 'tokenCipher' | 'secretCipher'> {
  /** Of an inbound address: the id of its document in hooks. */
  hookId: string | null;
}

interface Wish {
  input: EndpointInput;
  storage: FoundStorage;
  /** The endpoint before the change: its token or secret is kept. */
  before: EndpointDocument | null;
}

/**
 * Applies the rules of the dialog: a sending webhook gets an address of ours, a receiving one needs the customer's, and REST rows
 * show the storage's address unless another text was typed where one may be.
 * @throws {ApiError} invalid-argument
 */
export function wantedEndpoint(config: Config, id: string, { input, storage, before }: Wish): WantedEndpoint {
  const { type, functionality } = input;
  const method = type === 'webhook' ? 'post' : input.method;
  if (!method) throw invalidField('method', say('methodMissing'));
  const common = { storageId: storage.id, projectId: storage.data.projectId, type, functionality, method };
  const nothing = { url: null, tokenCipher: null, secretCipher: null, hookId: null };
  if (type === 'webhook' && functionality === 'sender') {
    const token = before?.tokenCipher ? openToken(config, id, before.tokenCipher) : newToken(config.tokenPepper);
    return { ...common, ...nothing, tokenCipher: sealToken(config, id, token), hookId: sha256(token) };
  }
  const text = input.endpoint ?? before?.url ?? '';
  const rules = { allowLoopback: config.emulators !== null };
  if (type === 'webhook') {
    const url = targetUrl(text, rules).href;
    return { ...common, ...nothing, url, secretCipher: before?.secretCipher ?? newSecret(config, id) };
  }
  const own = { id: storage.id, storageName: storage.data.storageName, storageKey: storage.data.storageKey };
  const isOwn = isOwnAddress({ ...input, method }) || text === '' || text === restAddress(config, own, method);
  return { ...common, ...nothing, url: isOwn ? null : plainUrl(text) };
}

/** @throws {ApiError} quota-exceeded */
export function requireRoomForReceiver({ data }: FoundStorage): void {
  if ((data.receivers?.length ?? 0) < limits.receiversPerStorage) return;
  throw new ApiError('quota-exceeded', say('receiversMany', { max: limits.receiversPerStorage }));
}

function plainUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw invalidField('endpoint', say('endpointUrl'));
}
