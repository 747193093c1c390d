import type { QueryDocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import { changedSearchFields } from '../search-text/search-fields.ts';
import { endpointTexts } from './endpoint-texts.ts';

/** Endpoints carry the name and key of their storage for staff's list. */
export function renameStorageOf(
  tx: Pick<Transaction, 'update'>,
  endpoint: QueryDocumentSnapshot<EndpointDocument>,
  { storageName, storageKey }: { storageName: string; storageKey: string },
): void {
  const before = endpoint.data();
  const after = { ...before, storageName, storageKey };
  tx.update(endpoint.ref, { storageName, storageKey, ...changedSearchFields(endpointTexts(before), endpointTexts(after)) });
}
