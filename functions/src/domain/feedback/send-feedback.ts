import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Feedback, feedbackImageTypes } from '@bedplate/contract';
import { fileTypeFromBuffer } from 'file-type';
import { ApiError, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { check } from '../../validation/check.ts';
import type { Services } from '../../services/services.ts';
import { feedback } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { newInInbox } from './inbox-document.ts';
import type { MultipartForm, PartFile } from './read-form.ts';

/** Stores a message for staff with its pictures, or nothing. @param form as `readForm` gives it, within its limits @throws {ApiError} invalid-argument, unsupported-media-type */
export async function sendFeedback(services: Services, caller: Caller, form: MultipartForm): Promise<{ id: string }> {
  const message = check(Feedback, form.fields);
  const types = await Promise.all(form.files.map(imageType));
  const { id, millis } = services.makeId();
  const images = form.files.map(({ name, content }, at) => ({
    name,
    size: content.length,
    type: types[at] ?? '',
    path: `feedback/${id}/${randomUUID()}`,
    token: randomUUID(),
  }));
  const { files } = services.records;
  try {
    for (const [at, image] of images.entries())
      await files.save(image.path, Readable.from([form.files[at]?.content ?? Buffer.alloc(0)]), image);
    const document = {
      ...message,
      images,
      userId: caller.uid,
      tenantId: caller.tenantId,
      ...newInInbox(message),
      createdAt: Timestamp.fromMillis(millis),
    };
    await services.store.commit([feedback.create(id, document)]);
  } catch (error) {
    await Promise.all(images.map((image) => files.remove(image)));
    throw error;
  }
  return { id };
}

/** By content: a name or a declared type can say anything. */
async function imageType({ name, content }: PartFile): Promise<string> {
  const mime = (await fileTypeFromBuffer(content.subarray(0, 8192)))?.mime ?? '';
  if ((feedbackImageTypes as readonly string[]).includes(mime)) return mime;
  throw refused('unsupported-media-type', say('imageKind', { name: name.slice(0, 80) || 'The file' }));
}

function refused(code: 'invalid-argument' | 'unsupported-media-type', message: Sentence): ApiError {
  return new ApiError(code, message, { field: 'images' });
}
