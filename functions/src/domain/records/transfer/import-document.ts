import type { Timestamp } from '../../../store/model/values.ts';
import { idOf } from '../../../store/time-ordered-id.ts';
import { sha256 } from '../../../crypto/crypt.ts';
import type { RowError } from './check-rows.ts';

/** storages/{storageId}/imports/{importId} */
export interface ImportDocument {
  readonly digest: string;
  readonly state: 'running' | 'done' | 'undone';
  /** Of the whole file: rows keep their number, and so their key, whether they are stored or not. */
  readonly rows: number;
  /** The keys of all rows follow from this moment: repeating an import meets the records that it made before. */
  readonly startedAt: Timestamp;
  readonly report?: ImportReport;
}

export interface ImportReport {
  readonly importId: string;
  readonly rows: number;
  readonly accepted: number;
  readonly rejected: number;
  /** The first hundred; all of them for a part of the console's import. */
  readonly errors: readonly RowError[];
}

export const importPath = (storageId: string, importId: string) => `storages/${storageId}/imports/${importId}`;

const rowsPerMilli = 10;

/** @param row from 1 @returns the key of a row's record; later rows are newer, all are older than the start */
export function rowKey(
  importId: string,
  { startedAt, rows }: Pick<ImportDocument, 'startedAt' | 'rows'>,
  { row, shard }: { row: number; shard: string },
) {
  const before = rows - row;
  const millis = startedAt.toMillis() - Math.floor(before / rowsPerMilli) - 1;
  const start = BigInt(`0x${sha256(`${importId}\n${startedAt.toMillis()}`).slice(0, 11)}`) | (1n << 44n);
  return { id: idOf(millis, start - BigInt(row), shard), millis, micros: rowsPerMilli - 1 - (before % rowsPerMilli) };
}
