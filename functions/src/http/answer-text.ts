import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256 } from '../crypto/crypt.ts';

/** Answers with text that programs ask for again and again: 304 to those that have it. */
export function answerText(req: IncomingMessage, res: ServerResponse, text: string): void {
  const etag = `"${sha256(text)}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', 'private, no-cache');
  const isKnown = (req.headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
  res.statusCode = isKnown ? 304 : 200;
  if (!isKnown) res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(isKnown ? undefined : text);
}
