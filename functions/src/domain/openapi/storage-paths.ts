import { historyOperations, limits, recordJobStates } from '@bedplate/contract';
import { inPath, operation, type Parameter, type PathItem, query, ref, success } from './operation.ts';
import type { Schema } from './schema.ts';

/** How one storage, or any, appears in the paths. */
export interface StorageShape {
  /** As in "/products/abc" or "/{storageKey}/{storageId}". */
  readonly base: string;
  readonly parameters: readonly Parameter[];
  /** Prefix of operation ids. */
  readonly id: string;
  readonly tag: string;
  readonly record: Schema;
  readonly fields: Schema;
  readonly change: Schema;
  /** The declared fields as parameters of lists. */
  readonly fieldFilters: readonly Parameter[];
}

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean', default: false };
const filters: Parameter[] = [
  query('dateFrom', text, 'createdAt at or after; a bare date is its whole day.'),
  query('dateTo', text, 'createdAt at or before.'),
  query('zone', text, 'IANA name of the zone of days, and of times without one; default: UTC.'),
  query('search', { ...text, maxLength: limits.searchLength }, 'Some scalar contains this, in any letter case.'),
  query('or', { ...text, maxLength: limits.orLength }, 'Conditions of which one must hold: (status=open,and(price<5,stock>0)).'),
  query('deleted', { enum: ['no', 'only', 'include'], default: 'no' }, 'Whether deleted records count, in storages with soft delete.'),
  {
    name: 'filters',
    in: 'query',
    schema: { type: 'object', additionalProperties: text },
    description:
      'Any field: amount=5, amount>=100, status!=open, title~term, status=a|b; code="5" for the text; filter[name] for reserved names; author.name=Ada through a reference.',
  },
  query(
    'near',
    text,
    'Places at most so far away, the nearest first: 52.52,13.405,5km, or place(52.52,13.405,5km) where several fields are geo.',
  ),
];
const paging: Parameter[] = [
  query('userId', text, 'Only records whose field userId is this.'),
  query('sortBy', text, 'A field, or up to five with commas between them, as in -price,title: a minus is descending. Default: createdAt.'),
  query('sortOrder', { enum: ['asc', 'desc'], default: 'desc' }, 'desc puts the newest or the largest first. With one field in sortBy.'),
  query('rank', text, 'relevance, or relevance(title^3,body^0.5), instead of sortBy: what search finds by how well it fits, up to 1,000.'),
  query('page', { type: 'integer', minimum: 1, maximum: limits.pageMax }, 'Counted from 1. For long walks take cursor.'),
  query('limit', { type: 'integer', minimum: 1, maximum: limits.listLimit, default: limits.listLimitDefault }, 'Records of a page.'),
  query('cursor', text, 'nextCursor of the page before.'),
  query('fields', text, 'Names separated by commas.'),
];
const expand = query(
  'expand',
  text,
  'Records to answer along, in the member expand: reference fields, or keys of storages that refer to this one, as in author,comments(by=post;status=open;limit=5;fields=text). Up to three levels: author.company.',
);
const explain = query('explain', flag, 'Adds how the query was answered, and the reads that this took.');
const unchanged = query('ifUpdatedAt', { type: 'string', format: 'date-time' }, '409 unless the record still has this updatedAt.');
const unchangedSince: Parameter = {
  name: 'If-Unmodified-Since',
  in: 'header',
  schema: text,
  description: 'The same as an ISO time or an HTTP date; ifUpdatedAt goes first.',
};
const explained: Schema = {
  type: 'object',
  properties: {
    plan: text,
    reads: { type: 'integer' },
    through: { type: 'array', items: { type: 'object' } },
    expand: { type: 'array', items: { type: 'object' } },
  },
  description: 'With explain=true.',
};
const warnings: Schema = {
  type: 'array',
  items: { type: 'object', properties: { field: text, message: text }, required: ['field', 'message'] },
  description: 'Names of the query that no record of the storage has; absent without any.',
};
const time: Schema = { type: 'string', format: 'date-time' };
const orNull = (schema: Schema): Schema => ({ ...schema, type: ['object', 'null'] });
const recordAuthor: Schema = { type: 'object', properties: { kind: text, id: text, name: text } };
const historyAuthor: Schema = {
  type: 'object',
  properties: { kind: text, id: text, name: text, startedBy: recordAuthor, requestId: text, importId: text, jobId: text },
};
const historyFile: Schema = {
  type: 'object',
  properties: {
    name: { type: ['string', 'null'] },
    size: { type: ['integer', 'null'] },
    type: { type: ['string', 'null'] },
    path: text,
    state: { enum: ['open', 'kept', 'gone'] },
  },
};
const historyEntry: Schema = {
  type: 'object',
  properties: {
    revision: { type: 'integer' },
    at: time,
    operation: { enum: [...historyOperations] },
    author: historyAuthor,
    changes: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { from: {}, to: {}, fromFile: historyFile, toFile: historyFile } },
    },
  },
};
/** Of an export alone; in a list they are fields like any other. */
const exportParameters = ['format', 'bom', 'delimiter'];
const all = query('all', flag, 'All records of the storage are meant. Without it a condition is required.');
const dryRun = query('dryRun', flag, 'Tells what would be done, and writes nothing.');
const refusals: Schema = {
  type: 'array',
  items: { type: 'object', properties: { id: text, message: text, key: text, values: { type: 'object' } } },
};
const faults: Schema = {
  type: 'array',
  items: { type: 'object', properties: { field: text, message: text, key: text, values: { type: 'object' } } },
};
const count: Schema = { type: 'integer' };
const job: Schema = {
  type: 'object',
  properties: {
    id: text,
    kind: text,
    state: { enum: [...recordJobStates] },
    seen: count,
    changed: count,
    kept: count,
    refused: refusals,
    warnings: faults,
    total: { type: ['integer', 'null'] },
    failure: { type: ['string', 'null'] },
    failureText: { type: 'object', properties: { key: text, values: { type: 'object' } } },
    createdAt: time,
    finishedAt: { type: ['string', 'null'] },
    canUndo: { type: 'boolean' },
  },
};
const changeAnswer = (record: Schema): Record<string, Schema> => ({
  act: { ...text, description: 'The name of the act.' },
  matched: count,
  isExact: { type: 'boolean' },
  changed: count,
  undo: { type: ['object', 'null'], description: 'The body of POST /api/undo that takes the act back.' },
  job: { anyOf: [job, { type: 'null' }], description: 'Where more than a hundred records change.' },
  samples: { type: 'array', items: record, description: 'With dryRun, as are the next ones.' },
  tried: count,
  refused: count,
  refusals,
  isJob: { type: 'boolean' },
  canUndo: { type: 'boolean' },
});
const fieldName = query('fieldName', text, 'The field that takes the URL of the file.');

export function storagePaths({ base, parameters, id, tag, record, fields, change, fieldFilters }: StorageShape): Record<string, PathItem> {
  const conditions = [...filters, ...fieldFilters];
  const matching = conditions.filter(({ name }) => name !== 'deleted');
  const one = [...parameters, inPath('recordId')];
  const answer = success({ message: text, data: record });
  const uploaded = success({
    message: text,
    url: text,
    name: text,
    size: { type: 'integer' },
    type: text,
    thumbnails: ref('Thumbnails'),
    data: record,
  });
  const file = {
    'multipart/form-data': { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  };
  const rows = { 'text/csv': text, 'application/json': { type: 'array', items: fields }, 'application/x-ndjson': text, ...file };
  const update = (verb: string) =>
    operation({
      id: `${id}${verb}`,
      summary: 'Merge fields into a record',
      tag,
      parameters: [
        ...one,
        query('upsert', flag, 'Creates the record under this id when there is none. A named key needs the verbs update and create.'),
        unchanged,
        unchangedSince,
      ],
      body: { 'application/json': change },
      answers: { 200: answer, 201: answer },
      isWrite: true,
      forUsers: true,
    });
  const changed = success({ message: text, data: { type: 'object', properties: changeAnswer(record) } });
  const changeBy = (verb: string) =>
    operation({
      id: `${id}${verb}`,
      summary: 'Merge the same fields into all records that match',
      tag,
      parameters: [...parameters, ...matching, all, dryRun],
      body: { 'application/json': change },
      answers: { 200: changed },
      isWrite: true,
      forUsers: true,
    });
  const list = success({
    storageId: text,
    storageName: text,
    storageKey: text,
    data: { type: 'array', items: record },
    pagination: ref('Pagination'),
    createdAt: text,
    updatedAt: text,
    warnings,
    explain: explained,
  });
  const counted = success({
    data: { type: 'object', properties: { count: { type: 'integer' }, isExact: { type: 'boolean' } } },
    warnings,
    explain: explained,
  });
  const totals = success({
    data: { anyOf: [ref('Totals'), { type: 'array', items: ref('Totals') }] },
    warnings,
    explain: explained,
    reads: { type: 'integer' },
  });
  const report = success({ message: text, data: ref('ImportReport') });
  return {
    [base]: {
      get: operation({
        id: `${id}List`,
        summary: 'List records',
        tag,
        parameters: [...parameters, ...conditions, ...paging, expand, explain],
        answers: { 200: list },
        forUsers: true,
      }),
      post: operation({
        id: `${id}Create`,
        summary: `Create a record, or up to ${limits.bulkRecords}`,
        tag,
        parameters,
        body: { 'application/json': { anyOf: [fields, { type: 'array', items: fields, maxItems: limits.bulkRecords }] } },
        answers: { 201: success({ message: text, data: { anyOf: [record, { type: 'array', items: record }] } }) },
        isWrite: true,
        forUsers: true,
      }),
      put: changeBy('UpdateMatching'),
      patch: changeBy('PatchMatching'),
      delete: operation({
        id: `${id}DeleteMatching`,
        summary: 'Delete all records that match',
        tag,
        parameters: [...parameters, ...matching, all, query('permanent', flag, 'Past the trash; not to be restored.'), dryRun],
        answers: { 200: changed },
        isWrite: true,
        forUsers: true,
      }),
    },
    [`${base}/jobs/{jobId}`]: {
      get: operation({
        id: `${id}ChangeJob`,
        summary: 'Work on the job of a change by filter, and tell how far it is',
        tag,
        parameters: [...parameters, inPath('jobId')],
        answers: { 200: success({ data: job }) },
        forUsers: true,
      }),
    },
    [`${base}/count`]: {
      get: operation({
        id: `${id}Count`,
        summary: 'Count records',
        tag,
        parameters: [...parameters, ...conditions, explain],
        answers: { 200: counted },
        forUsers: true,
      }),
    },
    [`${base}/aggregate`]: {
      get: operation({
        id: `${id}Aggregate`,
        summary: 'Totals, also by group',
        tag,
        parameters: [
          ...parameters,
          query('op', text, 'count, sum:field, avg:field, min:field, max:field, separated by commas.'),
          query(
            'groupBy',
            text,
            'A field; hour, day, week or month of createdAt in zone, or of a field as in month:paidAt; or two of them with a comma between them.',
          ),
          ...conditions,
          explain,
        ],
        answers: { 200: totals },
        forUsers: true,
      }),
    },
    [`${base}/export`]: {
      get: operation({
        id: `${id}Export`,
        summary: 'All records, or those that match',
        tag,
        parameters: [
          ...parameters,
          query('format', { enum: ['csv', 'ndjson'], default: 'csv' }, 'CSV, or one JSON object a line.'),
          query('fields', text, 'Names separated by commas.'),
          query('search', text, 'As in a list; so are `sortBy`, `sortOrder`, `deleted` and filters on fields.'),
          query('bom', { type: 'boolean', default: false }, 'A mark by which Excel knows UTF-8.'),
          query('delimiter', text, 'The character between cells, or `tab`, `comma`, `semicolon`.'),
          query('dateFrom', text, 'createdAt at or after.'),
          query('dateTo', text, 'createdAt at or before.'),
          query('zone', text, 'IANA name of the zone of days, and of times without one; default: UTC.'),
          ...fieldFilters.filter(({ name }) => !exportParameters.includes(name)),
        ],
        answers: { 200: { media: { 'text/csv': text, 'application/x-ndjson': text } } },
        forUsers: true,
      }),
    },
    [`${base}/import`]: {
      post: operation({
        id: `${id}Import`,
        summary: `Records from a file, at most ${limits.importRows} rows`,
        tag,
        parameters: [
          ...parameters,
          query('dryRun', flag, 'Reports what would be stored, and stores nothing.'),
          query('partial', flag, 'Store the good rows although others are refused.'),
          query('format', { enum: ['csv', 'tsv', 'json', 'ndjson'] }, 'Default: by Content-Type or file name.'),
          query('ids', { enum: ['new', 'keep'], default: 'new' }, 'Whether records keep the ids that the file has.'),
          query('encoding', text, 'Of a text that is not in UTF-8 or UTF-16, such as windows-1252.'),
          query('delimiter', text, 'The character between cells; told by the file unless given.'),
          query('decimalComma', flag, 'Whether 1,5 is one and a half; otherwise a column of such cells stays text.'),
          query('dateOrder', { enum: ['dmy', 'mdy'] }, 'Of dates such as 03/04/2026; otherwise a column of such cells stays text.'),
          query('zone', text, 'Of times that name none, such as Europe/Berlin; otherwise they stay texts of no zone.'),
          query(
            'types',
            { enum: ['auto', 'text', 'cells'], default: 'auto' },
            'Whether columns of CSV become numbers, booleans and JSON; cells: in columns of several kinds each cell as it looks.',
          ),
        ],
        body: rows,
        answers: { 200: report, 201: report },
        isWrite: true,
      }),
    },
    [`${base}/import/{importId}`]: {
      delete: operation({
        id: `${id}UndoImport`,
        summary: 'Take an import back',
        tag,
        parameters: [...parameters, inPath('importId'), query('force', flag, 'Also records that were changed since.')],
        answers: { 200: success({ message: text, data: { type: 'object' } }) },
      }),
    },
    [`${base}/dataId/{recordId}`]: {
      get: operation({
        id: `${id}Get`,
        summary: 'Get a record',
        tag,
        parameters: [
          ...one,
          query(
            'deleted',
            { enum: ['no', 'only', 'include'], default: 'no' },
            'Whether deleted records count, in storages with soft delete.',
          ),
          expand,
          query('asOf', time, 'The record as it was at this moment, where the storage keeps a history; for keys alone.'),
          query('authors', flag, 'Who made the record, and who changed it last where the storage keeps a history; for keys alone.'),
        ],
        answers: { 200: success({ data: record, createdBy: orNull(recordAuthor), updatedBy: orNull(historyAuthor) }) },
        forUsers: true,
      }),
      put: update('Update'),
      patch: update('Patch'),
      delete: operation({
        id: `${id}Delete`,
        summary: 'Delete a record',
        tag,
        parameters: [...one, query('permanent', flag, 'Past the trash; not to be restored.'), unchanged, unchangedSince],
        answers: { 200: success({ message: text }) },
        isWrite: true,
        forUsers: true,
      }),
    },
    [`${base}/dataId/{recordId}/history`]: {
      get: operation({
        id: `${id}History`,
        summary: 'What a record was before each change',
        tag,
        parameters: [
          ...one,
          query('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'Entries of a page.'),
          query('before', { type: 'integer', minimum: 1 }, 'Only changes before this revision: `pagination.before` of the page before.'),
        ],
        answers: { 200: success({ data: { type: 'array', items: historyEntry } }) },
      }),
    },
    [`${base}/dataId/{recordId}/erase`]: {
      post: operation({
        id: `${id}Erase`,
        summary: 'Erase a record for good, with its history; for the key pair of the account',
        tag,
        parameters: one,
        answers: { 200: success({ message: text, data: { type: 'object', properties: { isDone: { type: 'boolean' } } } }) },
        isWrite: true,
      }),
    },
    [`${base}/dataId/{recordId}/restore`]: {
      post: operation({
        id: `${id}Restore`,
        summary: 'Restore a deleted record',
        tag,
        parameters: one,
        answers: { 200: answer },
        isWrite: true,
        forUsers: true,
      }),
    },
    [`${base}/dataId/{recordId}/upload`]: {
      post: operation({
        id: `${id}Upload`,
        summary: `A file of up to ${limits.upload / 1024 / 1024} MiB into a field`,
        tag,
        parameters: [...one, fieldName],
        body: file,
        answers: { 200: uploaded },
        forUsers: true,
      }),
    },
    [`${base}/dataId/{recordId}/upload-url`]: {
      post: operation({
        id: `${id}BeginUpload`,
        summary: `An address for a resumable upload of up to ${limits.resumableUpload / 1024 / 1024} MiB`,
        tag,
        parameters: [...one, fieldName],
        body: {
          'application/json': {
            type: 'object',
            required: ['name', 'size'],
            properties: { name: text, size: { type: 'integer', minimum: 1 }, type: text },
          },
        },
        answers: { 201: success({ data: { type: 'object', properties: { uploadId: text, uploadUrl: text, expiresAt: text } } }) },
        forUsers: true,
      }),
    },
    [`${base}/dataId/{recordId}/upload-complete`]: {
      post: operation({
        id: `${id}CompleteUpload`,
        summary: 'Put an uploaded file into its field',
        tag,
        parameters: one,
        body: { 'application/json': { type: 'object', required: ['uploadId'], properties: { uploadId: text } } },
        answers: { 200: uploaded },
        isWrite: true,
        forUsers: true,
      }),
    },
    [`${base}/dataId/{recordId}/upload-cancel`]: {
      post: operation({
        id: `${id}CancelUpload`,
        summary: 'Give an upload up; its room in the file storage is free at once',
        tag,
        parameters: one,
        body: { 'application/json': { type: 'object', required: ['uploadId'], properties: { uploadId: text } } },
        answers: { 200: success({ message: text }) },
        forUsers: true,
      }),
    },
  };
}
