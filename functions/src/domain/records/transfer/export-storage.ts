import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { DataRecord } from '@bedplate/contract';
import { ApiError, type Sentence } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { absentFields, absentSentence } from '../query/named-fields.ts';
import type { View } from '../query/access.ts';
import { columnsOf, declaredTypes } from '../query/data-view.ts';
import type { ListQuery } from '../query/list-query.ts';
import { valueAt } from '../model/field-path.ts';
import { storagePath } from '../model/paths.ts';
import { toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { linesAs, type TableStyle } from './file-format.ts';
import { pagesOf } from './matching-pages.ts';
import { streamRecords } from './stream-records.ts';

export interface ExportQuery extends TableStyle {
  readonly format: 'csv' | 'ndjson';
  /** The records that are sent, in their order; `fields` are the columns, all of the storage unless given. */
  readonly records: ListQuery;
}

const own = ['format', 'bom', 'delimiter'];
/** Parameters of a list that ask for a part of it. */
const ofPages = ['page', 'limit', 'cursor', 'explain', 'expand'];

/**
 * @param raw the address's undecoded query string
 * @param delimiter of a table, checked
 * @throws {ApiError} invalid-argument naming the parameter
 */
export function parseExportQuery(raw: string, delimiter?: string): ExportQuery {
  const given = new Map<string, string>();
  const rest: string[] = [];
  for (const [name, value] of new URLSearchParams(raw)) {
    if (ofPages.includes(name)) throw invalid(name, `${name} has no meaning for an export: it sends all records that match.`);
    if (given.has(name) && own.includes(name)) throw invalid(name, say('parameterTwice', { name }));
    given.set(name, value);
  }
  for (const piece of raw.split('&')) if (![...new URLSearchParams(piece).keys()].some((name) => own.includes(name))) rest.push(piece);
  const { format = 'csv', bom = 'false' } = Object.fromEntries(given) as Record<string, string | undefined>;
  if (format !== 'csv' && format !== 'ndjson') throw invalid('format', 'format must be one of: csv, ndjson.');
  if (bom !== 'true' && bom !== 'false' && bom !== '') throw invalid('bom', 'bom must be true or false.');
  const isBom = bom === 'true';
  if (format === 'ndjson' && (isBom || delimiter !== undefined))
    throw invalid(isBom ? 'bom' : 'delimiter', `${isBom ? 'bom' : 'delimiter'} has a meaning for CSV alone.`);
  const records = parseListQuery(rest.join('&'));
  // A column twice could not be imported again.
  const columns = records.fields ? { fields: [...new Set(records.fields)] } : {};
  return { format, bom: isBom, ...(delimiter === undefined ? {} : { delimiter }), records: { ...records, ...columns } };
}

interface Target {
  readonly query: ExportQuery;
  readonly out: Writable;
  /** Called once, before the first record is written. */
  readonly start: () => void;
  /** Told how the records were found. */
  readonly note: (plan: string) => void;
  /** Pays for one more page of records that have to be looked for. */
  readonly pay?: () => Promise<unknown>;
  /** Where rules bind the reader. */
  readonly see?: View['see'] | undefined;
}

/**
 * Writes the records of a storage that match, no faster than they are taken, in constant memory. Stops
 * reading when the reader has left. Without conditions it is the storage as of one moment.
 * @throws {ApiError} invalid-argument for a name that no record has, query-too-broad
 */
export async function exportStorage(services: RecordServices, storage: StorageRow, target: Target): Promise<void> {
  const { query, out, start } = target;
  const softDelete = query.records.deleted !== 'no';
  let lines: ReturnType<typeof linesAs>['lines'] | undefined;
  for await (const records of recordsOf(services, storage, target)) {
    if (!lines) {
      // Read after the records: the storage then knows every field that they have.
      const fresh = await services.store.get(storagePath(storage.id));
      refuseUnknownColumns(fresh ?? storage, query.records);
      const trash = softDelete ? ['is_deleted', 'deletedAt'] : [];
      const columns = query.records.fields ?? [...columnsOf(fresh ?? storage), ...trash];
      const made = linesAs(query.format, { columns, types: declaredTypes(fresh ?? storage) }, query);
      lines = query.format === 'csv' ? made.lines : (found) => found.map((record) => ndjsonLine(record, query.records.fields)).join('');
      start();
      if (made.head) await write(out, made.head);
    }
    if (records.length > 0) await write(out, lines(records));
    if (out.destroyed) return;
  }
  out.end();
}

async function* recordsOf(services: RecordServices, storage: StorageRow, { query, note, pay, see }: Target): AsyncGenerator<DataRecord[]> {
  const { records } = query;
  const shown = { softDelete: records.deleted !== 'no', files: services.files };
  if (isWhole(records)) {
    note('records, by their keys');
    for await (const rows of streamRecords(services, storage.id, records))
      yield rows.map((row) => toRecordJson({ id: row.id, stored: row.data }, shown));
    return;
  }
  for await (const { found, warnings, path } of pagesOf(services, { storage, query: records, pay })) {
    note(path);
    // A file has no place for a warning, and a misspelt name would make it look empty.
    const unknown = warnings?.find(({ field }) => field !== 'fields');
    if (unknown && hasRecords(storage)) throw invalid(unknown.field, unknown.message);
    const told = found.map((one) => toRecordJson(one, shown));
    yield see ? told.flatMap((record) => see(record) ?? []) : told;
  }
}

/** @throws {ApiError} invalid-argument for a column that no record has: a file could not say why it is empty */
function refuseUnknownColumns(storage: StorageRow, { named = [] }: ListQuery): void {
  const columns = named.filter(({ parameter }) => parameter === 'fields');
  const [unknown] = hasRecords(storage) ? absentFields(catalogueOf(storage.data), columns) : [];
  if (unknown) throw invalid('fields', absentSentence(unknown.path, 'fields'));
}

function hasRecords({ data }: StorageRow): boolean {
  return catalogueOf(data).fields.length > 0;
}

/** Nothing is looked for, and the order is that of the keys. */
export function isWhole(query: ListQuery): boolean {
  const { filters, search, sort, deleted } = query;
  return (
    query.bound === undefined &&
    query.either === undefined &&
    filters.length === 0 &&
    search === undefined &&
    deleted === 'no' &&
    sort.path === 'createdAt' &&
    sort.direction === 'desc'
  );
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

function invalid(field: string, sentence: Sentence): ApiError {
  return new ApiError('invalid-argument', sentence, { field: field.slice(0, 80) });
}
