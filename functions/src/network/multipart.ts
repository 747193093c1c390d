import { isUtf8 } from 'node:buffer';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { percentBytes } from './percent-bytes.ts';

/** A part of a multipart/form-data body. */
export interface Part {
  /** Empty where its sender gave none. */
  readonly name: string;
  /** Undefined for a field. */
  readonly filename: string | undefined;
  /** As its sender declares it, with its parameters. */
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Takes a form apart that is in memory. Parts that are no form-data are passed over.
 * https://www.rfc-editor.org/rfc/rfc7578
 * @throws {ApiError} invalid-argument without a boundary, for a body that is not complete or not valid, and for a part in a code
 */
export function* partsOf(body: Buffer, contentType: string): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  // The first one may be at the very beginning, without a line break before it.
  const isFirst = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let next = (isFirst ? -2 : delimiterAt(body, delimiter, 0)) + delimiter.length;
  while (body.toString('latin1', next, next + 2) !== '--') {
    const start = body.indexOf('\r\n', next) + 2;
    const headEnd = body.indexOf('\r\n\r\n', start - 2); // at once when the part has no headers
    if (headEnd < 0 || headEnd - start > headBytes) throw broken();
    const end = delimiterAt(body, delimiter, headEnd + 2);
    const part = partWith(body.subarray(start, Math.max(headEnd, start)), body.subarray(headEnd + 4, end));
    if (part) yield part;
    next = end + delimiter.length;
  }
}

/**
 * @param usual what the form's own field `_charset_` says
 * @returns the text of a field, in the charset of its part, else the usual one
 * @throws {ApiError} invalid-argument for an unknown charset, and for bytes that are none of it
 */
export function textOfPart({ name, type, content }: Part, usual = 'utf-8'): string {
  const charset = charsetOf(type) ?? usual;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(content);
  } catch (cause) {
    throw new ApiError('invalid-argument', say('fieldCharset', { charset: charset.slice(0, 40) }), { cause, field: name.slice(0, 80) });
  }
}

/** @returns the charset that a type names, if any */
export function charsetOf(type: string): string | undefined {
  return /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1];
}

const headBytes = 16 * 1024;

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new ApiError('invalid-argument', say('boundaryMissing'));
  return boundary;
}

/** @returns where the next delimiter begins; where something else follows on its line it is text of the part */
function delimiterAt(body: Buffer, delimiter: Buffer, from: number): number {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length;
    if (/^(?:--|[ \t]*\r\n)/.test(body.toString('latin1', after, after + 64))) return at;
  }
  throw broken();
}

function partWith(head: Buffer, content: Buffer): Part | undefined {
  const lines = head
    .toString(isUtf8(head) ? 'utf8' : 'latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const valueOf = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const disposition = valueOf('content-disposition') ?? '';
  if (!/^form-data(?:\s*;|$)/i.test(disposition)) return undefined;
  const given = parametersOf(disposition);
  const filename = extended(given.get('filename*')) ?? encodedWords(given.get('filename'));
  const coding = valueOf('content-transfer-encoding')?.toLowerCase() ?? '';
  // Stored as it comes, the letters of the code would be the file.
  if (coding === 'base64' || coding === 'quoted-printable') throw new ApiError('invalid-argument', say('partCoded', { coding }));
  const type = valueOf('content-type') ?? 'text/plain';
  const isFile = filename !== undefined || /^application\/octet-stream\b/i.test(type);
  return { name: given.get('name') ?? '', filename: isFile ? (filename ?? '') : undefined, type, content };
}

/** Only quotes and backslashes are escaped: old browsers on Windows send whole paths. */
function parametersOf(disposition: string): Map<string, string> {
  const found = disposition.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|([^;]*))/g);
  return new Map(
    [...found].map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain.trim()]),
  );
}

/**
 * Mails write names so, and .NET and Java programs in forms as well, where they should not.
 * @returns the text of a name in encoded words, else the name as it is. https://www.rfc-editor.org/rfc/rfc2047
 */
function encodedWords(name: string | undefined): string | undefined {
  if (!name || !/^(?:=\?[\w-]+\?[bq]\?[^?\s]+\?=\s*)+$/i.test(name)) return name;
  try {
    return [...name.matchAll(/=\?([\w-]+)\?([bq])\?([^?\s]+)\?=/gi)].map(([, ...word]) => decodedWord(word)).join('');
  } catch {
    return name;
  }
}

/** @throws {RangeError | TypeError} an unknown charset, bytes that are none of it */
function decodedWord([charset, code = '', text = '']: string[]): string {
  const bytes = /b/i.test(code)
    ? Buffer.from(text, 'base64')
    : Buffer.from(percentBytes(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')), 'latin1');
  return new TextDecoder(charset, { fatal: true }).decode(bytes);
}

/** @returns the text of a value that says its charset, undefined if it cannot be read. https://www.rfc-editor.org/rfc/rfc8187 */
function extended(value: string | undefined): string | undefined {
  const [, charset, text = ''] = /^([\w-]+)'[^']*'(.*)$/.exec(value ?? '') ?? [];
  if (!charset) return undefined;
  const bytes = Buffer.from(percentBytes(text), 'latin1');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function broken(): ApiError {
  return new ApiError('invalid-argument', say('multipartBroken'));
}
