import type { DataRecord } from '@bedplate/contract';
import { csvLine, csvRecord, type TableColumns } from './csv.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** How a table is written for a program that reads no other way. */
export interface TableStyle {
  /** A mark at the beginning by which Excel knows UTF-8. */
  readonly bom?: boolean | undefined;
  readonly delimiter?: string | undefined;
}

/** Converts records to lines of a file; `head` is written first. */
export function linesAs(
  format: FileFormat,
  table: TableColumns,
  { bom = false, delimiter = ',' }: TableStyle = {},
): { head: string; lines: (records: readonly DataRecord[]) => string } {
  if (format === 'csv') {
    const head = `${bom ? '\uFEFF' : ''}${csvLine(table.columns, delimiter)}`;
    return { head, lines: (records) => records.map((record) => csvRecord(record, table, delimiter)).join('') };
  }
  return { head: '', lines: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('') };
}
