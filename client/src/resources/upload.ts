import { BedplateError } from '../transport/errors.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

export interface UploadAnswer {
  success: true;
  url: string;
  name: string;
  size: number;
  type: string;
  /**
   * The addresses of smaller copies of an image, by their longest side in pixels (128, 512, 1280).
   */
  thumbnails?: Record<string, string>;
}

/** A file with more bytes goes straight to the file store, up to 1 GiB. */
export const largestForm = 25 * 1024 * 1024;

interface Upload {
  /** The path of the record. */
  record: string;
  fieldName: string;
  file: Blob;
  name: string;
}

/**
 * Opens an upload, sends the bytes past the data API, and puts the file into its field. A failure
 * cancels the upload at once.
 */
export async function uploadLarge(
  transport: Transport,
  { record, fieldName, file, name }: Upload,
  options?: CallOptions,
): Promise<UploadAnswer> {
  const post = <R>(call: string, { query, ...body }: { query?: string; [field: string]: unknown }, some = options) =>
    transport.send<R>({ method: 'POST', path: `${record}/${call}`, query, body, options: some });
  const plan = { name, size: file.size, type: file.type };
  // Not repeated: each request would reserve space in the plan's file storage.
  const once = { ...options, idempotencyKey: false as const };
  const { data } = await post<{ data: { uploadId: string; uploadUrl: string } }>(
    'upload-url',
    { ...plan, query: `fieldName=${encodeURIComponent(fieldName)}` },
    once,
  );
  const { uploadId, uploadUrl } = data;
  try {
    const { ok, status } = await transport.sendBytes(uploadUrl, file, options?.signal);
    if (!ok) throw new BedplateError('unavailable', `The file store answered ${status}.`, { status });
    return await post('upload-complete', { uploadId });
  } catch (error) {
    await post('upload-cancel', { uploadId }, { idempotencyKey: false }).catch(() => {}); // it ends by itself after a day
    throw error;
  }
}
