import { parse } from 'node:querystring';
import type { Request } from 'express';
import { limits } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { parseJson, readBytes } from '../../http/read-json.ts';

/**
 * Reads what a foreign program posts. Notification services of clouds send their JSON as text/plain, others send forms.
 * @returns the JSON; the fields of a form, those that come several times as lists; other text as `{text}`
 * @throws {ApiError} payload-too-large, unsupported-media-type, malformed-json, invalid-argument
 */
export async function readEvent(req: Request): Promise<unknown> {
  const bytes = await readBytes(req, limits.jsonBody);
  if (bytes.length === 0) throw new ApiError('invalid-argument', 'Send the event in the body.');
  const [type = '', ...parameters] = (req.get('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const encoding = (req.get('Content-Encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity') throw new ApiError('unsupported-media-type', 'Send the body without Content-Encoding.');
  if (/^(?:application|text)\/(?:[a-z0-9.-]+\+)?json$/.test(type)) return parseJson(bytes);
  if (type === 'application/x-www-form-urlencoded') return requireFew(parse(textOf(bytes, parameters), '&', '=', { maxKeys: 0 }));
  if (type === 'multipart/form-data') return requireFew(await partsOf(bytes, req.get('Content-Type') ?? ''));
  if (type !== '' && type !== 'text/plain' && type !== 'application/octet-stream')
    throw new ApiError('unsupported-media-type', 'Send the event as JSON, as a form or as text.');
  const text = textOf(bytes, parameters);
  return /^\s*[[{]/.test(text) ? parseJson(Buffer.from(text)) : { text };
}

/** @throws {ApiError} unsupported-media-type for an unknown charset, or for bytes that are none of it */
function textOf(bytes: Buffer, parameters: readonly string[]): string {
  const charset = parameters.find((one) => one.startsWith('charset='))?.replace(/^charset="?|"$/g, '') ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('unsupported-media-type', `The body is not text in ${charset.slice(0, 40)}.`, { cause });
  }
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

async function partsOf(bytes: Buffer, type: string): Promise<Fields> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new ApiError('invalid-argument', 'The multipart body is not complete or not valid.', { cause });
  });
  const byName = Map.groupBy(form, ([name]) => name);
  const valuesOf = (parts: readonly (readonly [string, string | File])[]) =>
    parts.map(([, value]) => (typeof value === 'string' ? value : value.name)); // of a file only its name
  return Object.fromEntries([...byName].map(([name, parts]) => [name, parts.length > 1 ? valuesOf(parts) : valuesOf(parts)[0]]));
}

/** @throws {ApiError} payload-too-large for more values than JSON may have */
function requireFew(fields: Fields): Fields {
  if (Object.values(fields).flat().length <= limits.jsonValues) return fields;
  throw new ApiError('payload-too-large', `A form has at most ${limits.jsonValues} values.`);
}
