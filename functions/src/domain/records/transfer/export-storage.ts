import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { DataRecord } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { dateBounds } from '../query/date-bounds.ts';
import { fieldPath } from '../query/parse-query.ts';
import { columnsOf } from '../query/data-view.ts';
import { valueAt } from '../model/field-path.ts';
import { storagePath } from '../model/paths.ts';
import { toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { csvLine, csvRecord } from './csv.ts';
import { streamRecords } from './stream-records.ts';

export interface ExportQuery {
  readonly format: 'csv' | 'ndjson';
  readonly createdFrom?: number;
  readonly createdTo?: number;
  /** Columns; all of the storage unless given. */
  readonly fields?: readonly string[];
}

const parameters = ['format', 'dateFrom', 'dateTo', 'fields'];

/** @throws {ApiError} invalid-argument naming the parameter */
export function parseExportQuery(query: Readonly<Record<string, unknown>>): ExportQuery {
  const given = Object.entries(query).map(([name, value]) => {
    if (!parameters.includes(name))
      throw invalid(name, `${name.slice(0, 80)} has no meaning for an export; it takes ${parameters.join(', ')}.`);
    if (typeof value !== 'string') throw invalid(name, `${name} is given twice.`);
    return [name, value] as const;
  });
  const { format = 'csv', dateFrom, dateTo, fields } = Object.fromEntries(given) as Record<string, string | undefined>;
  if (format !== 'csv' && format !== 'ndjson') throw invalid('format', 'format must be one of: csv, ndjson.');
  const names = fields?.split(',').map((name) => fieldPath('fields', name.trim()));
  return { format, ...dateBounds('dateFrom', dateFrom, 'dateTo', dateTo), ...(names ? { fields: names } : {}) };
}

/**
 * Writes a whole storage, no faster than it is taken, in constant memory. Stops reading when the reader has left.
 */
export async function exportStorage(
  services: RecordServices,
  storage: StorageRow,
  { query, out, start }: { query: ExportQuery; out: Writable /** Called once, before the first record is written. */; start: () => void },
): Promise<void> {
  let columns: readonly string[] | undefined;
  for await (const rows of streamRecords(services, storage.id, query)) {
    if (!columns) {
      // Read after the records: the storage then knows every field that they have.
      const fresh = await services.store.get<StorageRow['data']>(storagePath(storage.id));
      columns = query.fields ?? columnsOf(fresh ?? storage);
      start();
      if (query.format === 'csv') await write(out, csvLine(columns));
    }
    const records = rows.map((row) => toRecordJson({ id: row.id, stored: row.data }, { softDelete: false, files: services.files }));
    const names = columns;
    const lines =
      query.format === 'csv'
        ? records.map((record) => csvRecord(record, names))
        : records.map((record) => ndjsonLine(record, query.fields));
    if (lines.length > 0) await write(out, lines.join(''));
    if (out.destroyed) return;
  }
  out.end();
}

function ndjsonLine(record: DataRecord, fields: readonly string[] | undefined): string {
  // Without a value there the line has no such member.
  const chosen = fields ? Object.fromEntries(fields.map((path) => [path, valueAt(record, path)])) : record;
  return `${JSON.stringify(chosen)}\n`;
}

async function write(out: Writable, text: string): Promise<void> {
  if (out.destroyed || out.write(text)) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]);
  waiting.abort(); // a long export would leave a listener behind each time
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field: field.slice(0, 80), message }] });
}
