import type { StoredFile } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { keptFiles } from '../../../store/collections.ts';
import type { KeptFileDocument } from '../../../store/documents/kept-file-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { keptFileIds } from './kept-file-id.ts';

/** @returns the file of a document, with its field */
export function fileIn({ data }: Pick<Row<KeptFileDocument>, 'data'>): { field: string; stored: StoredFile } | null {
  const [[field, stored] = []] = Object.entries(data.files);
  return field === undefined || !stored ? null : { field, stored };
}

/** One read for each, at least one. @returns the files that a record has let go of */
export async function keptOf(store: Pick<Store, 'in'>, storageId: string, key: string): Promise<StoredFile[]> {
  const [first, last] = keptFileIds(key);
  const { rows } = await store.in(keptFiles(storageId)).query({ orderBy: [[documentId, 'asc']], startAt: [first], endAt: [last] });
  return rows.flatMap(({ data }) => Object.values(data.files));
}
