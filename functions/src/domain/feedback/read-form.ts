import type { IncomingMessage } from 'node:http';
import { feedbackLimits, limits } from '@bedplate/contract';
import { ApiError, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { type Part, partsOf, textOfPart } from '../../network/multipart.ts';
import { readBytes } from '../../network/read-bytes.ts';

export interface PartFile {
  name: string;
  content: Buffer;
}

export interface MultipartForm {
  fields: Record<string, string>;
  files: PartFile[];
}

/** Reads a small multipart form whole, within the limits of feedback. @throws {ApiError} unsupported-media-type, invalid-argument, payload-too-large */
export async function readForm(req: IncomingMessage): Promise<MultipartForm> {
  const contentType = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new ApiError('unsupported-media-type', say('formMultipart'));
  const form: MultipartForm = { fields: {}, files: [] };
  let size = 0;
  let parts = 0;
  for (const part of partsOf(await bodyOf(req), contentType)) {
    parts += 1;
    if (parts > mostParts) throw refused('', say('fieldsMany', { max: mostParts }));
    if (part.filename === undefined) addField(form, part);
    // A browser sends an empty, nameless part for a file input without a choice.
    else if (part.content.length > 0 || part.filename) addFile(form, part, (size += part.content.length));
  }
  return form;
}

const mostParts = 40;
const fieldBytes = 64 * 1024;

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  try {
    return await readBytes(req, feedbackLimits.totalBytes + 8 * fieldBytes);
  } catch (cause) {
    if (cause instanceof ApiError) throw tooLarge(feedbackLimits.totalBytes, 'imagesLarge');
    throw new ApiError('invalid-argument', say('uploadEnded'), { cause });
  }
}

function addField(form: MultipartForm, part: Part): void {
  if (part.content.length > fieldBytes) throw refused(part.name.slice(0, 40), say('fieldLong'));
  // Known names only, so that no name of Object.prototype is written.
  if (['fullName', 'email', 'subject', 'message'].includes(part.name)) form.fields[part.name] = textOfPart(part);
}

function addFile(form: MultipartForm, { filename = '', content }: Part, size: number): void {
  if (form.files.length === feedbackLimits.images) throw refused('images', say('imagesMany', { max: feedbackLimits.images }));
  if (content.length > feedbackLimits.imageBytes) throw tooLarge(feedbackLimits.imageBytes, 'imageLarge');
  if (size > feedbackLimits.totalBytes) throw tooLarge(feedbackLimits.totalBytes, 'imagesLarge');
  form.files.push({ name: cleanName(filename), content });
}

/** Shown to staff, never used as a path. */
function cleanName(name: string): string {
  return name.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/gu, '').slice(0, limits.uploadNameLength) || 'image';
}

function tooLarge(bytes: number, sentence: 'imageLarge' | 'imagesLarge'): ApiError {
  return new ApiError('payload-too-large', say(sentence, { max: bytes / 1024 / 1024 }), { field: 'images' });
}

function refused(field: string, message: Sentence): ApiError {
  return new ApiError('invalid-argument', message, { field });
}
