import { parse } from 'node:querystring';
import type { Request } from 'express';
import { isEncoding, limits } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { parseData } from '../../http/read-json.ts';
import { charsetOf, type Part, partsOf, textOfPart } from '../../network/multipart.ts';
import { percentBytes } from '../../network/percent-bytes.ts';
import { requirePlainBody } from '../../network/plain-body.ts';
import { readBytes } from '../../network/read-bytes.ts';

/**
 * Reads what a foreign program posts. Notification services of clouds send their JSON as text/plain, others send forms.
 * Decision 041.
 * @returns the JSON, with its digits as they are spelt; the fields of a form, those that come several times as lists; other text as `{text}`
 * @throws {ApiError} payload-too-large, unsupported-media-type, malformed-json, invalid-argument
 */
export async function readEvent(req: Request): Promise<unknown> {
  const bytes = await readBytes(req, limits.jsonBody);
  if (bytes.length === 0) throw new ApiError('invalid-argument', 'Send the event in the body.');
  const declared = req.get('Content-Type') ?? '';
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const charset = charsetOf(declared);
  requirePlainBody(req);
  if (/^(?:application|text)\/(?:[a-z0-9.-]+\+)?json$/.test(type)) return parseData(bytes, true, true);
  if (type === 'application/x-www-form-urlencoded') return requireFew(formOf(bytes, charset));
  if (type === 'multipart/form-data') return formDataOf(bytes, declared);
  if (!isText.test(type)) throw new ApiError('unsupported-media-type', 'Send the event as JSON, as a form or as text.');
  const text = textIn(charset ?? 'utf-8', bytes);
  return /^\s*[[{]/.test(text) ? parseData(Buffer.from(text), true, true) : { text };
}

/** Texts of every kind; payment services and feeds send XML, browsers JSON under names of its own. */
const isText = /^(?:|text\/.+|application\/(?:octet-stream|csp-report|x-ndjson|(?:.+\+)?xml))$/;

/** @throws {ApiError} unsupported-media-type for an unknown charset, or for bytes that are none of it */
function textIn(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('unsupported-media-type', `The body is not text in ${charset.slice(0, 40)}.`, { cause });
  }
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads escapes in the charset that the type names, else in the one that a field of the form names: browsers send `_charset_`, payment
 * services `charset`.
 */
function formOf(bytes: Buffer, declared: string | undefined): Fields {
  const isWide = /^utf-?16/i.test(declared ?? ''); // a body in UTF-16 is one as a whole
  const raw = isWide ? Buffer.from(textIn(declared ?? '', bytes)) : bytes;
  const fields = parse(raw.toString('latin1'), '&', '=', { maxKeys: 0, decodeURIComponent: percentBytes });
  const named = [fields._charset_, fields.charset].find((name) => typeof name === 'string' && isEncoding(name));
  const charset = isWide ? 'utf-8' : (declared ?? named?.toString() ?? 'utf-8');
  const textOf = (value: string) => textIn(charset, Buffer.from(value, 'latin1'));
  const entries = Object.entries(fields).map(([name, value = '']) => [
    textOf(name),
    Array.isArray(value) ? value.map(textOf) : textOf(value),
  ]);
  return Object.fromEntries(entries);
}

function formDataOf(bytes: Buffer, type: string): Fields {
  const parts = [...partsOf(bytes, type)]; // in a body of this size fewer than JSON may have values
  const usual = parts.find(({ name }) => name === '_charset_')?.content.toString('latin1');
  const byName = Map.groupBy(parts, ({ name }) => name);
  const valueOf = (part: Part) => part.filename ?? textOfPart(part, usual); // of a file only its name
  return Object.fromEntries(
    [...byName].map(([name, [first, ...more]]) => [name, first && more.length === 0 ? valueOf(first) : byName.get(name)?.map(valueOf)]),
  );
}

/** @throws {ApiError} payload-too-large for more values than JSON may have */
function requireFew(fields: Fields): Fields {
  if (Object.values(fields).flat().length <= limits.jsonValues) return fields;
  throw new ApiError('payload-too-large', `A form has at most ${limits.jsonValues} values.`);
}
