import type { FieldProblem, Text } from '@bedplate/contract';
import { inEnglish, type SentenceKey } from '../../../errors/api-error.ts';
import { documentPath } from '../../../store/model/collection.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { idOf, millisOfId } from '../../../store/time-ordered-id.ts';
import { sha256 } from '../../../crypto/crypt.ts';

/** `row` counts from 1; `field` is empty for the whole row. */
export interface RowError extends FieldProblem {
  readonly row: number;
}

export function rowError(row: number, field: string, text: Text<SentenceKey>): RowError {
  return { row, field, message: inEnglish(text), ...text };
}

/** storages/{storageId}/imports/{importId} */
export interface ImportDocument {
  readonly digest: string;
  readonly state: 'running' | 'done' | 'undone';
  /** Of the whole file: rows keep their number, and so their key, whether they are stored or not. */
  readonly rows: number;
  /** The keys of all rows follow from this moment: repeating an import meets the records that it made before. */
  readonly startedAt: Timestamp;
  /** By row, keys that are not made for the import: their records have kept the ids that they had elsewhere. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly report?: ImportReport;
}

export interface ImportReport {
  readonly importId: string;
  readonly rows: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Rows of the file that had nothing in any column: they are no rows. The console tells them itself. */
  readonly blankRows?: number;
  /** The first hundred; all of them for a part of the console's import. */
  readonly errors: readonly RowError[];
}

export const importPath = (storageId: string, importId: string) =>
  documentPath<ImportDocument>(`storages/${storageId}/imports/${importId}`);

const rowsPerMilli = 10;

/** @returns the key of a row's record, kept or made */
export function keyOfRow(importId: string, document: ImportDocument, row: { row: number; shard: string }) {
  const kept = document.keys?.[row.row];
  const millis = kept === undefined ? null : millisOfId(kept);
  return kept !== undefined && millis !== null ? { id: kept, millis, micros: 0 } : rowKey(importId, document, row);
}

/** @param row from 1 @returns the key of a row's record; later rows are newer, all are older than the start */
function rowKey(
  importId: string,
  { startedAt, rows }: Pick<ImportDocument, 'startedAt' | 'rows'>,
  { row, shard }: { row: number; shard: string },
) {
  const before = rows - row;
  const millis = startedAt.toMillis() - Math.floor(before / rowsPerMilli) - 1;
  const start = BigInt(`0x${sha256(`${importId}\n${startedAt.toMillis()}`).slice(0, 11)}`) | (1n << 44n);
  return { id: idOf(millis, start - BigInt(row), shard), millis, micros: rowsPerMilli - 1 - (before % rowsPerMilli) };
}
