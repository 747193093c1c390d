import { decodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { records } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';

/** A stored record as schemas look at it. */
export interface SampleRecord {
  readonly id: string;
  readonly fields: Readonly<Record<string, Json>>;
  /** Names of fields that hold files. */
  readonly files: readonly string[];
}

export interface Sample {
  readonly records: readonly SampleRecord[];
  /** Whether the storage has no other records. */
  readonly isAll: boolean;
}

/** @returns the newest records, as many as `most` */
export async function readSample(store: Store, storageId: string, most: number): Promise<Sample> {
  const { rows } = await store.in(records(storageId)).query({ orderBy: [[documentId, 'asc']], limit: most + 1, select: sampleParts });
  return { records: rows.slice(0, most).map(sampleOf), isAll: rows.length <= most };
}

/** The parts of a record that a sample reads: its index, by far the largest one, is needless here. */
export const sampleParts = ['data', 'files', 'clientId'] as const;

export function sampleOf({
  id,
  data: { data, files, clientId },
}: Row<Pick<RecordDocument<Timestamp>, (typeof sampleParts)[number]>>): SampleRecord {
  return { id: clientId ?? id, fields: decodeFields(data), files: Object.keys(files ?? {}) };
}
