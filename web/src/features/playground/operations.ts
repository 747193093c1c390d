import type { CallLanguage } from '../../components/code-samples.tsx';
import { listOptions } from './list-options.ts';

export const operations = ['list', 'get', 'create', 'update', 'remove', 'upload'] as const;
export type Operation = (typeof operations)[number];

export interface ApiCall {
  operation: Operation;
  storageKey: string;
  storageId: string;
  recordId: string;
  /** As after '?'. */
  query: string;
  /** JSON text. */
  body: string;
  /** The field that takes an uploaded file. */
  fieldName: string;
}

export interface Keys {
  apiKey: string;
  secretKey: string;
  projectId: string;
}

export const methodOf: Record<Operation, string> = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  update: 'PUT',
  remove: 'DELETE',
  upload: 'POST',
};

export function needsRecord(operation: Operation): boolean {
  return operation !== 'list' && operation !== 'create';
}

export function needsBody(operation: Operation): boolean {
  return operation === 'create' || operation === 'update';
}

/** @returns the address below the host, for example /api/orders/s1/dataId/r1 */
export function pathOf({ operation, storageKey, storageId, recordId, query, fieldName }: ApiCall): string {
  const base = `/api/${encodeURIComponent(storageKey)}/${encodeURIComponent(storageId)}`;
  if (needsRecord(operation)) {
    const record = `${base}/dataId/${recordId.trim() ? encodeURIComponent(recordId.trim()) : '{id}'}`;
    return operation === 'upload' ? `${record}/upload?fieldName=${encodeURIComponent(fieldName.trim())}` : record;
  }
  const search = query.trim().replace(/^\?/, '').replaceAll('#', '%23');
  return operation === 'list' && search ? `${base}?${search}` : base;
}

export function headersOf({ apiKey, secretKey, projectId }: Keys): Record<string, string> {
  return { 'X-API-Key': apiKey, 'X-Secret-Key': secretKey, 'X-Project-ID': projectId };
}

/** The call in three languages, ready to run but for the keys, which a sample never holds. */
export function samplesOf(call: ApiCall, projectId: string, origin: string): Record<CallLanguage, string> {
  if (call.operation === 'upload') return uploadSamplesOf(call, projectId, origin);
  const method = methodOf[call.operation];
  const address = origin + pathOf(call);
  const body = needsBody(call.operation) ? call.body.trim() : '';
  const headers = headersOf({ apiKey: '$BEDPLATE_API_KEY', secretKey: '$BEDPLATE_SECRET_KEY', projectId });
  return {
    curl: curlOf({ method, address, body }, headers),
    fetch: fetchOf({ method, address, body }, projectId),
    // A query that the client cannot express is sent unchanged.
    client: isForClient(call)
      ? clientOf({ ...call, operation: call.operation }, projectId, origin)
      : fetchOf({ method, address, body }, projectId),
  };
}

/** Putting a file into a field of a record, in three languages. */
function uploadSamplesOf(call: ApiCall, projectId: string, origin: string): Record<CallLanguage, string> {
  const recordId = call.recordId.trim() || 'RECORD_ID';
  const path = pathOf({ ...call, recordId });
  return {
    curl: `curl -X POST '${(origin + path).replace(spoiltByCurl, encoded)}' \\
  -H "X-API-Key: $BEDPLATE_API_KEY" \\
  -H "X-Secret-Key: $BEDPLATE_SECRET_KEY" \\
  -H "X-Project-ID: ${projectId}" \\
  -F file=@photo.png`,
    fetch: `const form = new FormData();
form.append('file', file);
const response = await fetch(${quoted(origin + path)}, {
  method: 'POST',
  headers: {
    'X-API-Key': process.env.BEDPLATE_API_KEY,
    'X-Secret-Key': process.env.BEDPLATE_SECRET_KEY,
    'X-Project-ID': ${quoted(projectId)},
  },
  body: form,
});
console.log(await response.json());`,
    client: `${clientFor(call, projectId, origin)}
console.log(await storage.upload(${quoted(recordId)}, ${quoted(call.fieldName.trim())}, file));`,
  };
}

/**
 * @param apiKey null leaves its place to be filled in
 * @returns the samples with a named key in the place of the account's pair
 */
export function withNamedKey(samples: Record<CallLanguage, string>, apiKey: string | null): Record<CallLanguage, string> {
  const filled = (sample: string) => {
    const left = sample.replace(/\n.*BEDPLATE_SECRET_KEY.*/, '');
    return apiKey === null ? left : left.replace('$BEDPLATE_API_KEY', apiKey).replace('process.env.BEDPLATE_API_KEY', quoted(apiKey));
  };
  return { curl: filled(samples.curl), fetch: filled(samples.fetch), client: filled(samples.client) };
}

function isForClient({ operation, query }: ApiCall): boolean {
  return operation !== 'list' || listOptions(query.trim().replace(/^\?/, '')) !== null;
}

interface HttpCall {
  method: string;
  address: string;
  body: string;
}

function curlOf({ method, address, body }: HttpCall, headers: Record<string, string>): string {
  const lines = [
    `curl -X ${method} '${address.replace(spoiltByCurl, encoded)}'`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${body.replaceAll("'", "'\\''")}'`] : []),
  ];
  return lines.join(' \\\n');
}

/** Characters that curl reads as a pattern or refuses in an address, and the closing quote. */
const spoiltByCurl = /[\s'"\\[\]{}]|[^\x20-\x7e]/gu;

function encoded(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character);
}

function fetchOf({ method, address, body }: HttpCall, projectId: string): string {
  const type = body ? `\n    'Content-Type': 'application/json',` : '';
  return `const response = await fetch(${quoted(address)}, {
  method: '${method}',
  headers: {
    'X-API-Key': process.env.BEDPLATE_API_KEY,
    'X-Secret-Key': process.env.BEDPLATE_SECRET_KEY,
    'X-Project-ID': ${quoted(projectId)},${type}
  },${body ? `\n  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),` : ''}
});
console.log(await response.json());`;
}

function clientOf(call: ApiCall & { operation: Exclude<Operation, 'upload'> }, projectId: string, origin: string): string {
  const { operation, storageKey, storageId, recordId, query, body } = call;
  const id = quoted(recordId.trim() || '{id}');
  const listed = listOptions(query.trim().replace(/^\?/, ''));
  const options = listed && Object.keys(listed).length > 0 ? JSON.stringify(listed) : '';
  const calls: Record<Exclude<Operation, 'upload'>, string> = {
    list: `list(${options})`,
    get: `get(${id})`,
    create: `create(${body.trim() || '{}'})`,
    update: `update(${id}, ${body.trim() || '{}'})`,
    remove: `delete(${id})`,
  };
  return `${clientFor({ storageKey, storageId }, projectId, origin)}
console.log(await storage.${calls[operation]});`;
}

function clientFor({ storageKey, storageId }: Pick<ApiCall, 'storageKey' | 'storageId'>, projectId: string, origin: string): string {
  return `// npm i ${origin}/client.tgz
import { createClient } from '@bedplate/client';

const bedplate = createClient({
  endpoint: ${quoted(origin)},
  projectId: ${quoted(projectId)},
  apiKey: process.env.BEDPLATE_API_KEY,
  secretKey: process.env.BEDPLATE_SECRET_KEY,
});
const storage = bedplate.storage(${quoted(storageKey)}, ${quoted(storageId)});`;
}

/** @returns the text as a literal of JavaScript */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
