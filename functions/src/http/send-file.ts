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
  await stream(res, writeTo);
}

/** Answers with bytes that somebody has uploaded: a browser saves them, whatever they are. */
export async function sendDownload(
  res: Response,
  { name, size, writeTo }: { name: string; size: number; writeTo: (out: Writable) => Promise<void> },
): Promise<undefined> {
  res.status(200).set({
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(size),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  await stream(res, writeTo);
}

/** The answer has begun: on failure it can only break off, which the browser reports. */
async function stream(res: Response, writeTo: (out: Writable) => Promise<void>): Promise<void> {
  await writeTo(res).catch((cause: unknown) => res.destroy(cause instanceof Error ? cause : undefined));
}
