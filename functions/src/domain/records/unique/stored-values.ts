import { decodeFields, type DeletedDocument, type Json, type RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { recordsPath, trashPath } from '../model/paths.ts';

/** The values of a stored record, live or in the trash: both keep what they have claimed. */
export interface StoredValues {
  readonly key: string;
  /** Chosen by an app. */
  readonly clientId: string | undefined;
  readonly fields: Readonly<Record<string, Json>>;
  readonly isInTrash: boolean;
}

const trash = 'trash/';

/**
 * Walks over all records that keep values, those in the trash last.
 * @param after where the page before ended; null for the first
 * @returns the values, and where to go on; null when there is nothing left
 */
export async function storedValues(
  { store }: Pick<RecordServices, 'store'>,
  storageId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ values: StoredValues[]; next: string | null }> {
  const isTrash = after?.startsWith(trash) ?? false;
  const last = isTrash ? (after ?? '').slice(trash.length) : (after ?? '');
  const { rows } = await store.query<RecordDocument<Timestamp> | DeletedDocument<Timestamp>>({
    from: isTrash ? trashPath(storageId) : recordsPath(storageId),
    orderBy: [[documentId, 'asc']],
    ...(last === '' ? {} : { startAfter: [last] }),
    limit,
    select: ['data', 'clientId'],
  });
  const values = rows.map(({ id, data }) => ({
    key: id,
    clientId: data.clientId,
    fields: decodeFields(data.data ?? {}),
    isInTrash: isTrash,
  }));
  const end = rows.at(-1)?.id ?? '';
  if (rows.length === limit) return { values, next: isTrash ? `${trash}${end}` : end };
  return { values, next: isTrash ? null : trash };
}
