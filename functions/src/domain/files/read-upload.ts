import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { limits } from '@bedplate/contract';
import busboy from 'busboy';
import { ApiError, invalidField, say, type Sentence } from '../../errors/api-error.ts';

export interface IncomingFile {
  readonly name: string;
  /** As the sender declares it. */
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
  if (!/^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')) {
    throw new ApiError('unsupported-media-type', say('noMultipart'));
  }
  const parser = openParser(req);
  return new Promise((resolve, reject) => {
    let file: IncomingFile | undefined;
    let problem: ApiError | undefined;
    let files = 0;
    const fields: [string, string][] = [];
    parser.on('field', (name: string, value: string, info: { nameTruncated: boolean; valueTruncated: boolean }) => {
      if (info.nameTruncated || info.valueTruncated) problem ??= invalidField(name.slice(0, 80), say('fieldLong'));
      fields.push([name, value]);
    });
    parser.on('fieldsLimit', () => (problem ??= invalid(say('fieldsMany', { max: mostFields }))));
    parser.on('file', (partName: string, stream: Readable & { truncated?: boolean }, info: { filename?: string; mimeType: string }) => {
      files += 1;
      const chunks: Buffer[] = [];
      const name = unescaped(info.filename ?? '');
      problem ??= files > 1 ? invalid(say('oneFile')) : nameProblem(name);
      stream.on('data', (chunk: Buffer) => {
        if (!problem) chunks.push(chunk);
      });
      stream.on('limit', () => {
        problem ??= new ApiError('payload-too-large', say('fileLarge', { max: limits.upload / 1024 / 1024 }));
        chunks.length = 0;
      });
      // A body that is cut inside a file fails here as well as at the parser; without a listener the process would end.
      stream.on('error', () => (problem ??= invalid(say('uploadEnded'))));
      stream.on('end', () => {
        file = { name, type: info.mimeType, partName, content: Buffer.concat(chunks), fields };
      });
    });
    parser.on('error', (cause: unknown) => settle(new ApiError('invalid-argument', say('multipartBroken'), { cause })));
    parser.on('close', () => settle(problem ?? (file ? undefined : invalid(say('fileMissing')))));
    req.on('aborted', () => settle(invalid(say('uploadEnded'))));
    req.on('error', (cause) => settle(new ApiError('invalid-argument', say('uploadEnded'), { cause })));
    req.pipe(parser);

    function settle(error: ApiError | undefined): void {
      req.unpipe(parser);
      req.resume();
      if (error || !file) reject(error ?? invalid(say('fileMissing')));
      else resolve(file);
    }
  });
}

/** More than any call knows. */
const mostFields = 20;

/** Browsers write these three so in a multipart header, and no others. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function unescaped(filename: string): string {
  return filename.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

function openParser(req: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      preservePath: true,
      defParamCharset: 'utf8',
      // It reports a file that reaches its limit, not one that exceeds it.
      limits: { fileSize: limits.upload + 1, files: 2, fields: mostFields, fieldSize: 1024, parts: mostFields + 10 },
    });
  } catch (cause) {
    throw new ApiError('invalid-argument', say('boundaryMissing'), { cause });
  }
}

/** Refuses directories, controls and what turns the direction of text, because the name is displayed. Joiners and marks belong to names. */
export function nameProblem(name: string): ApiError | undefined {
  if (name.trim() === '') return invalid(say('fileNameMissing'));
  if (name.length > limits.uploadNameLength) return invalid(say('fileNameLong', { max: limits.uploadNameLength }));
  if (/[/\\]/.test(name) || name === '.' || name === '..') return invalid(say('fileNamePath'));
  if (/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name) || !name.isWellFormed()) return invalid(say('fileNameCharacters'));
  return undefined;
}

function invalid(message: Sentence): ApiError {
  return invalidField('file', message);
}
