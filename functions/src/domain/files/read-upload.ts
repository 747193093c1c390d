import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { ApiError, invalidField, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { partsOf, type Part, textOfPart } from '../../network/multipart.ts';
import { requirePlainBody } from '../../network/plain-body.ts';
import { readBytes } from '../../network/read-bytes.ts';

export interface IncomingFile {
  readonly name: string;
  /** As the sender declares it, with its parameters. */
  readonly type: string;
  readonly partName: string;
  readonly content: Buffer;
  /** The form's other fields, in their order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads the single file of a multipart body into memory: only a complete, permitted file is stored.
 * @throws {ApiError} unsupported-media-type, invalid-argument, payload-too-large
 */
export async function readUpload(req: IncomingMessage): Promise<IncomingFile> {
  const contentType = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new ApiError('unsupported-media-type', say('noMultipart'));
  requirePlainBody(req);
  const { file, fields } = formOf(await bodyOf(req), contentType);
  // Macs put accents beside their letters in names of files: what reads the same has one spelling.
  const name = unescaped(file.filename ?? '').normalize('NFC');
  const problem = nameProblem(name);
  if (problem) throw problem;
  if (file.content.length > limits.upload) throw tooLarge();
  return { name, type: file.type, partName: file.name, content: file.content, fields };
}

function formOf(body: Buffer, contentType: string): { file: Part; fields: [string, string][] } {
  const [parts, files]: [Part[], Part[]] = [[], []];
  for (const part of partsOf(body, contentType)) {
    (part.filename === undefined ? parts : files).push(part);
    if (files.length > 1) throw invalid(say('oneFile'));
    if (parts.length > mostFields) throw invalid(say('fieldsMany', { max: mostFields }));
    if (part.filename === undefined && part.content.length > fieldBytes) throw invalidField(part.name.slice(0, 80), say('fieldLong'));
  }
  const [file] = files;
  if (!file) throw invalid(say('fileMissing'));
  const usual = parts.find(({ name }) => name === '_charset_')?.content.toString('latin1');
  const fields = parts.filter(({ name }) => name !== '_charset_').map((part): [string, string] => [part.name, textOfPart(part, usual)]);
  return { file, fields };
}

/** More than any call knows. */
const mostFields = 20;
const fieldBytes = 1024;

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  try {
    return await readBytes(req, limits.upload + (mostFields + 2) * 2048);
  } catch (cause) {
    if (cause instanceof ApiError) throw tooLarge();
    throw new ApiError('invalid-argument', say('uploadEnded'), { cause });
  }
}

/** Browsers write these three so in a multipart header, and no others. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function unescaped(filename: string): string {
  return filename.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** Some letter, digit, mark or picture; joiners alone would stand for a name that nobody sees. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** Refuses directories, controls and what turns the direction of text, because the name is displayed. Joiners and marks belong to names. */
export function nameProblem(name: string): ApiError | undefined {
  if (!seen.test(name)) return invalid(say('fileNameMissing'));
  if (name.length > limits.uploadNameLength) return invalid(say('fileNameLong', { max: limits.uploadNameLength }));
  if (/[/\\]/.test(name) || name === '.' || name === '..') return invalid(say('fileNamePath'));
  if (/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name) || !name.isWellFormed()) return invalid(say('fileNameCharacters'));
  return undefined;
}

function tooLarge(): ApiError {
  return new ApiError('payload-too-large', say('fileLarge', { max: limits.upload / 1024 / 1024 }));
}

function invalid(message: Sentence): ApiError {
  return invalidField('file', message);
}
