import type { DataRecord } from '@bedplate/contract';
import { csvLine, csvRecord } from './csv.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Converts records to lines of a file; `head` is written first. */
export function linesAs(
  format: FileFormat,
  columns: readonly string[],
): { head: string; lines: (records: readonly DataRecord[]) => string } {
  if (format === 'csv') return { head: csvLine(columns), lines: (records) => records.map((record) => csvRecord(record, columns)).join('') };
  return { head: '', lines: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('') };
}
