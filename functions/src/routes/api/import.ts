import {
  type FieldProblem,
  isEncoding,
  limits,
  type QueryWarning,
  type SchemaField,
  type TableFormat,
  tableFormatOf,
  tableFormats,
  type CellForms,
} from '@bedplate/contract';
import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { readUpload } from '../../domain/files/read-upload.ts';
import { checkRows, type GoodRow } from '../../domain/records/transfer/check-rows.ts';
import { catalogueOf } from '../../domain/records/index/catalogue.ts';
import { declareDecimals, mayDeclareIn } from '../../domain/records/transfer/declare-decimals.ts';
import { type FileRows, isTable, parseRows, type Reading } from '../../domain/records/transfer/parse-rows.ts';
import type { RowError } from '../../domain/records/transfer/import-document.ts';
import { leftOutColumns, withoutComputed } from '../../domain/records/transfer/left-out-columns.ts';
import { importDigest } from '../../domain/records/transfer/import-digest.ts';
import { begunImport, runImport } from '../../domain/records/transfer/run-import.ts';
import { requireIdempotencyKey } from '../../domain/records/write/remembered-answer.ts';
import { importInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { undoImport } from '../../domain/records/transfer/undo-import.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { ApiError, inEnglish, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Answer } from '../../http/handle.ts';
import { rulesOf } from '../../domain/records/schema/storage-rules.ts';
import { charsetOf } from '../../network/multipart.ts';
import { requirePlainBody } from '../../network/plain-body.ts';
import { readBytes } from '../../network/read-bytes.ts';
import { routes } from '../../http/routes.ts';
import { accountOwner } from './account-owner.ts';
import { delimiterOf } from './delimiter.ts';
import { payingForPasswords } from './pay.ts';
import { flagOf, textOf } from './parameters.ts';
import { answerWith, authorOf, noBody, onlyParameters, type StorageCall, storageEndpoints } from './storage-call.ts';
import { counted } from '../../validation/counted.ts';
import { zoneOf } from '../../validation/zone-of.ts';

/** Imports many records from a file, and undoes an import. */
export function importRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/import': {
      post: endpoint('write', (call) => importInTurn(call.storage.data.tenantId, () => importFile(services, call))),
    },
    '/:storageKey/:storageId/import/:importId': {
      delete: endpoint('write', async ({ caller, storage, req, access }) => {
        keysOnly(caller);
        if (access)
          throw new ApiError('permission-denied', 'An import into a storage with rules is taken back with the key pair of the account.');
        onlyParameters(req, 'taking an import back', ['force']);
        await noBody(req, 'taking an import back', ['force']);
        const options = { ...authorOf(caller, req), force: flagOf(req, 'force') };
        const data = await undoImport(services.records, { storage, importId: String(req.params.importId), options });
        return { message: `${counted(data.deleted, 'record')} of the import deleted`, data };
      }),
    },
  });
}

async function importFile(services: ApiServices, { caller, storage, req, access }: StorageCall): Promise<Answer> {
  keysOnly(caller);
  if (access?.createsAny === false)
    throw new ApiError('permission-denied', 'The rules of this storage look at each record that this key creates: create them one by one.');
  onlyParameters(req, 'an import', parameters);
  const given = await fileOf(req);
  const [dryRun, partial] = [flagOf(given, 'dryRun'), flagOf(given, 'partial')];
  const reading = readingOf(given);
  const keepsIds = idsOf(given);
  const key = req.get('Idempotency-Key');
  if (key !== undefined) requireIdempotencyKey(key);
  const { bytes } = given;
  // As with other bodies, the order of members and blanks in JSON do not matter to a key.
  const meant = key !== undefined && !isTable(reading) ? parseRows(bytes, reading) : undefined;
  const digest = importDigest({ bytes, rows: meant?.rows, reading, partial, keepsIds });
  const importId = sha256(JSON.stringify([storage.id, key ?? digest])).slice(0, 24);
  const begun = dryRun ? null : await begunImport(services.records, storage.id, { importId, digest });
  if (begun?.state === 'done' && begun.report)
    return { message: 'This import was made before; nothing was added.', data: forApps(begun.report) };

  const declared: ReadonlyMap<string, SchemaField> = (await rulesOf(services.records, storage))?.fields ?? new Map();
  // A named key stores records, and says nothing about what a field is.
  const mayBeDecimal = caller.scope ? () => false : mayDeclareIn(storage);
  const known = [...catalogueOf(storage.data).byPath.keys()];
  const {
    rows: read,
    blankRows,
    decimals,
    unsure,
    renamed,
    within,
  } = meant ?? parseRows(bytes, reading, { declared, known, mayBeDecimal });
  const computed = [...declared].flatMap(([name, field]) => (field.computed ? [name] : []));
  const { rows, warnings: unset } = withoutComputed(read, computed);
  const { good, errors } = await checkRows(services.records, { storage, rows, kept: keepsIds ? { importId, begun } : undefined });
  const ofFile = [
    ...(within === undefined ? [] : [withinWarning(within)]),
    ...renamed.map(renamedWarning),
    ...unsure.map(unsureWarning),
    ...leftOutColumns(rows, keepsIds),
    ...unset,
  ];
  const toldOfRows = (stored: readonly GoodRow[]) => {
    const warnings = [...ofFile, ...rowWarnings(stored)];
    return warnings.length > 0 ? { warnings } : {};
  };
  const plan = { importId, rows: rows.length, accepted: good.length, rejected: errors.length, blankRows, errors: errors.slice(0, 100) };
  if (dryRun)
    return answerWith(req, {
      status: 200,
      body: {
        message: `Nothing was stored: this was a dry run${leftOut(blankRows)}${toldOf(decimals)}${warnedOf(good)}.`,
        data: { ...forApps(plan), sample: good.slice(0, 3).map(({ input }) => input.fields) },
        ...toldOfRows(good),
      },
    });
  if (errors.length > 0 && !partial) {
    const ofRows = errors
      .slice(0, 20)
      .map(({ row, field, message }) => ({ field: [`rows[${row}]`, field].filter(Boolean).join('.'), message }));
    const details = [...ofRows, ...unsure.filter(({ isDeclared }) => isDeclared).map(unsureWarning)];
    throw new ApiError(
      'invalid-argument',
      `${errors.length} of ${rows.length} rows cannot be stored, so none was. Mend them, or send partial=true.`,
      { details },
    );
  }
  const passwords = good.filter(({ input }) => typeof input.password === 'string').length;
  const by = decimals.length > 0 ? await accountOwner(services, caller) : undefined;
  const target = by ? await declareDecimals(services, storage, { names: decimals, by }) : storage;
  const ofRows = new Map(good.map(({ row, warnings = [] }) => [row, warnings]));
  const warn = (row: number, warnings: readonly FieldProblem[]) => void ofRows.set(row, warnings);
  const report = await payingForPasswords(services, { payer: caller, passwords }, () =>
    runImport(services.records, target, { ...authorOf(caller, req), importId, digest, rows: rows.length, blankRows, good, errors, warn }),
  );
  const stored = good.map((row) => ({ ...row, warnings: ofRows.get(row.row) ?? [] }));
  return answerWith(req, {
    status: 201,
    body: {
      message: `${counted(report.accepted, 'record')} imported${leftOut(report.blankRows)}${toldOf(decimals)}${warnedOf(stored)}`,
      data: forApps(report),
      ...toldOfRows(stored),
    },
  });
}

const warnedAtMost = 20;

/** Faults by a schema that warns: such rows are stored all the same. */
function rowWarnings(good: readonly GoodRow[]): QueryWarning[] {
  const all = good.flatMap(({ row, warnings = [] }) => warnings.map(({ field, message }) => ({ field: `rows[${row}].${field}`, message })));
  return all.slice(0, warnedAtMost);
}

function warnedOf(good: readonly GoodRow[]): string {
  const count = good.filter(({ warnings = [] }) => warnings.length > 0).length;
  return count > 0 ? `; rows that do not fit the fields: ${count}` : '';
}

function toldOf(decimals: readonly string[]): string {
  return decimals.length > 0 ? `; declared as decimals: ${decimals.join(', ').slice(0, 200)}` : '';
}

function renamedWarning({ column, field }: FileRows['renamed'][number]): QueryWarning {
  const shown = field.slice(0, 80);
  return {
    field: shown,
    message: `The column ${column.slice(0, 80)} is stored as the field ${shown}: a dot in a field's name leads to a member.`,
  };
}

function withinWarning(names: string): QueryWarning {
  const shown = names.slice(0, 80);
  return {
    field: 'file',
    message: `The file is one object, so it is one record. If its records are in ${shown}, send those alone as a list: [{…}, {…}].`,
  };
}

/** Digits that may mean something else are kept as they stand until somebody says what they are. */
function unsureWarning({ name, as, isDeclared }: FileRows['unsure'][number]): QueryWarning {
  const shown = name.slice(0, 80);
  if (isDeclared) return { field: shown, message: `${shown} ${openSentence(as)}` };
  if (typeof as === 'object') return { field: shown, message: inEnglish(say('columnOfKinds', { field: shown, ...as })) };
  if (as === 'comma')
    return {
      field: shown,
      message: `${shown} has numbers with a comma, and is stored as text. Send decimalComma=true if 1,234 is a little more than 1; if it is more than a thousand, save the file without such commas.`,
    };
  if (as === 'mixed')
    return {
      field: shown,
      message: `${shown} looks like dates, but in neither order of day and month are all of them days: it is stored as text. Write them as 2026-03-29 in the file.`,
    };
  if (as === 'zoneless')
    return {
      field: shown,
      message: `${shown} has times of no zone, and is stored as such text. Send zone=Europe/Berlin, or another one, for moments such as 2026-03-29T12:30:00Z.`,
    };
  if (as === 'amounts')
    return {
      field: shown,
      message: `${shown} has numbers as people read them, and is stored as text, which is not added up. Write them as 1234.5 in the file, without signs of thousands, currency and per cent.`,
    };
  if (as === 'zeros')
    return {
      field: shown,
      message: `${shown} has numbers whose last zeros a number would lose, such as the versions 1.9 and 1.10, and is stored as text, which is not added up. If they are amounts, write all with as many decimals (10.00, 9.50) in the file, or declare the field as a decimal before.`,
    };
  if (as === 'days')
    return {
      field: shown,
      message: `${shown} has dates as people read them, and is stored as text. Write them as 2026-03-29 in the file.`,
    };
  if (as === 'flags')
    return {
      field: shown,
      message: `${shown} has words for true and false, and is stored as text. Write them as true and false in the file, or declare the field as a boolean before.`,
    };
  if (as === 'skipped')
    return { field: shown, message: `${shown} has times that the clocks of the zone skip: it is stored as text. Mend them in the file.` };
  const order = as === 'dates' ? 'dateOrder=dmy or dateOrder=mdy' : `dateOrder=${as}`;
  return { field: shown, message: `${shown} looks like dates, and is stored as text. Send ${order} for dates such as 2026-03-29.` };
}

/** Of a column whose field is declared. */
function openSentence(as: FileRows['unsure'][number]['as']): string {
  if (as === 'comma')
    return 'has numbers with a comma, which are not read as numbers, and a row with 1.500 is refused. Send decimalComma=true if 1,234 is a little more than 1; if it is more than a thousand, save the file without such commas.';
  if (as === 'mixed') return 'has dates of several forms, and reads those such as 2026-03-29 alone. Write all of them so in the file.';
  const order = as === 'dates' ? 'dateOrder=dmy or dateOrder=mdy' : `dateOrder=${String(as)}`;
  return `has dates such as 03/04/2026, which are read in no order of day and month. Send ${order}.`;
}

/** Leaves out the codes of sentences, which the data API does not document. */
function forApps<R extends { readonly errors: readonly RowError[] }>(report: R): R {
  return { ...report, errors: report.errors.map(({ row, field, message }) => ({ row, field, message })) };
}

function leftOut(blankRows = 0): string {
  return blankRows > 0 ? `; blank rows left out: ${blankRows}` : '';
}

const parameters = ['dryRun', 'partial', 'format', 'types', 'encoding', 'delimiter', 'decimalComma', 'dateOrder', 'zone', 'ids'];

/** A file with the parameters of its import, which a form may have as fields. */
interface GivenFile extends Pick<Request, 'query'> {
  readonly bytes: Buffer;
  /** The format that its name and its type tell. */
  readonly format: TableFormat | undefined;
  readonly charset: string | undefined;
}

async function fileOf(req: Request): Promise<GivenFile> {
  const type = req.get('Content-Type') ?? '';
  requireHeader(type);
  if (!/^multipart\/form-data/i.test(type)) {
    requirePlainBody(req);
    const bytes = await readBytes(req, limits.importBody);
    return { query: req.query, bytes, format: tableFormatOf({ type }), charset: charsetOf(type) };
  }
  const { content, name, type: partType, fields } = await readUpload(req);
  requireHeader(partType);
  if (content.length > limits.importBody) throw tooLarge();
  return {
    query: withFields(req.query, fields),
    bytes: content,
    format: tableFormatOf({ name, type: partType }),
    charset: charsetOf(partType),
  };
}

/** The first record would be taken for names. https://www.rfc-editor.org/rfc/rfc4180#section-3 */
function requireHeader(type: string): void {
  if (/;\s*header\s*=\s*"?absent/i.test(type))
    throw invalidField(
      'file',
      'The first line of a table names its columns, and the type says header=absent. Add such a line, and leave this out.',
    );
}

function withFields(query: Request['query'], fields: readonly (readonly [string, string])[]): Request['query'] {
  const all: Request['query'] = { ...query };
  for (const [name, value] of fields) {
    if (!parameters.includes(name))
      throw invalidField(name.slice(0, 80), `${name.slice(0, 80)} has no meaning for an import; it takes ${parameters.join(', ')}.`);
    if (all[name] !== undefined && all[name] !== value) throw invalidField(name, say('fieldTwice', { name }));
    all[name] = value;
  }
  return all;
}

function readingOf(given: GivenFile): Reading {
  const encoding = textOf(given, 'encoding') || given.charset;
  if (encoding !== undefined && !isEncoding(encoding))
    throw invalidField('encoding', `encoding must be one that browsers know, such as utf-8, utf-16le or windows-1252.`);
  const delimiter = delimiterOf(given);
  const forms = formsOf(given);
  const isUsual = encoding === undefined || /^utf-?8$/i.test(encoding);
  return {
    format: formatOf(given),
    ...typesOf(given),
    ...(isUsual ? {} : { encoding }),
    ...(delimiter ? { delimiter } : {}),
    ...(forms && { forms }),
  };
}

/** @returns undefined where the file is to be read as most are */
function formsOf(given: GivenFile): CellForms | undefined {
  const order = textOf(given, 'dateOrder') || undefined;
  if (order !== undefined && order !== 'dmy' && order !== 'mdy') throw invalidField('dateOrder', 'dateOrder must be one of: dmy, mdy.');
  const decimalComma = flagOf(given, 'decimalComma');
  const zone = zoneOf(textOf(given, 'zone'));
  if (!decimalComma && !order && !zone) return undefined;
  return { ...(decimalComma && { decimalComma }), ...(order && { dateOrder: order }), ...(zone && { zone }) };
}

function formatOf(given: GivenFile): TableFormat {
  const wanted = textOf(given, 'format');
  if (wanted !== undefined && wanted !== '') {
    const known = tableFormats.find((format) => format === wanted);
    if (known) return known;
    throw invalidField('format', `format must be one of: ${tableFormats.join(', ')}.`);
  }
  if (given.format) return given.format;
  throw new ApiError(
    'unsupported-media-type',
    'Send CSV (text/csv), TSV (text/tab-separated-values), JSON (application/json) or NDJSON (application/x-ndjson), as the body or as a file.',
  );
}

/** @returns whether records keep the ids that the file has */
function idsOf(given: GivenFile): boolean {
  const ids = textOf(given, 'ids') || 'new';
  if (ids !== 'new' && ids !== 'keep') throw invalidField('ids', 'ids must be one of: new, keep.');
  return ids === 'keep';
}

function typesOf(given: GivenFile): Pick<Reading, 'typed' | 'byCell'> {
  const types = textOf(given, 'types') || 'auto';
  if (types !== 'auto' && types !== 'text' && types !== 'cells') throw invalidField('types', 'types must be one of: auto, text, cells.');
  return { typed: types !== 'text', ...(types === 'cells' && { byCell: true }) };
}

function tooLarge(): ApiError {
  return new ApiError('payload-too-large', `An import takes at most ${limits.importBody / 1024 / 1024} MiB.`);
}
