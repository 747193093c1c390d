import type { Writable } from 'node:stream';
import type { Response } from 'express';
import { contentTypes, type FileFormat } from '../domain/records/transfer/file-format.ts';

/** Answers with a file that is created while it is sent. */
export async function sendFile(
  res: Response,
  { fileName, writeTo }: { fileName: string; writeTo: (out: Writable) => Promise<void> },
  format: FileFormat,
): Promise<undefined> {
  res.status(200).set({
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="data.${format}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
  // The answer has begun: on failure it can only break off, which the browser reports.
  await writeTo(res).catch((cause: unknown) => res.destroy(cause instanceof Error ? cause : undefined));
}
