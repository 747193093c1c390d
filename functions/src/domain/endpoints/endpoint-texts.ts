import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';

/** The texts that staff's search looks into: the storage's name and key, the method, and the customer's address. */
export function endpointTexts({
  storageName,
  storageKey,
  method,
  url,
}: Pick<EndpointDocument, 'storageName' | 'storageKey' | 'method' | 'url'>) {
  return [storageName, storageKey, method, url];
}
