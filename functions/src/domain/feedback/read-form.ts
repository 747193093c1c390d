import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { feedbackLimits, limits } from '@bedplate/contract';
import busboy from 'busboy';
import { ApiError, say, type Sentence } from '../../errors/api-error.ts';

export interface PartFile {
  name: string;
  content: Buffer;
}

export interface MultipartForm {
  fields: Record<string, string>;
  files: PartFile[];
}

/** Reads a small multipart form whole, within the limits of feedback. @throws {ApiError} unsupported-media-type, invalid-argument, payload-too-large */
export function readForm(req: IncomingMessage): Promise<MultipartForm> {
  if (!/^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? ''))
    throw new ApiError('unsupported-media-type', say('formMultipart'));
  const parser = openParser(req);
  return new Promise((resolve, reject) => {
    const form: MultipartForm = { fields: {}, files: [] };
    let problem: ApiError | undefined;
    let size = 0;
    parser.on('field', (name: string, value: string, info: { valueTruncated: boolean; nameTruncated: boolean }) => {
      if (info.valueTruncated || info.nameTruncated) problem ??= refused(name.slice(0, 40), say('fieldLong'));
      // Known names only, so that no name of Object.prototype is written.
      else if (['fullName', 'email', 'subject', 'message'].includes(name)) form.fields[name] = value;
    });
    parser.on('file', (_part: string, stream: Readable, info: { filename?: string }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > feedbackLimits.totalBytes) problem ??= tooLarge(feedbackLimits.totalBytes, 'All images together');
        if (!problem) chunks.push(chunk);
      });
      stream.on('limit', () => (problem ??= tooLarge(feedbackLimits.imageBytes, 'An image')));
      stream.on('error', () => (problem ??= refused('images', say('uploadEnded'))));
      stream.on('end', () => {
        // A browser sends an empty, nameless part for a file input without a choice.
        const content = Buffer.concat(chunks);
        if (content.length > 0 || info.filename) form.files.push({ name: cleanName(info.filename ?? ''), content });
      });
    });
    parser.on('filesLimit', () => (problem ??= refused('images', say('imagesMany', { max: feedbackLimits.images }))));
    parser.on('error', (cause: unknown) => settle(new ApiError('invalid-argument', say('multipartBroken'), { cause })));
    parser.on('close', () => settle(problem));
    req.on('aborted', () => settle(refused('', say('uploadEnded'))));
    req.pipe(parser);

    function settle(error: ApiError | undefined): void {
      req.unpipe(parser);
      req.resume();
      if (error) reject(error);
      else resolve(form);
    }
  });
}

function openParser(req: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { fileSize: feedbackLimits.imageBytes, files: feedbackLimits.images, fields: 20, fieldSize: 64 * 1024, parts: 40 },
    });
  } catch (cause) {
    throw new ApiError('invalid-argument', say('boundaryMissing'), { cause });
  }
}

/** Shown to staff, never used as a path. */
function cleanName(name: string): string {
  return name.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/gu, '').slice(0, limits.uploadNameLength) || 'image';
}

function tooLarge(bytes: number, what: string): ApiError {
  const message = `${what} may have at most ${bytes / 1024 / 1024} MiB.`;
  return new ApiError('payload-too-large', message, { field: 'images' });
}

function refused(field: string, message: Sentence): ApiError {
  return new ApiError('invalid-argument', message, { field });
}
