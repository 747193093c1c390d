import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { ApiError, say } from '../errors/api-error.ts';
import { readBytes } from '../network/read-bytes.ts';
import { bodyShape, checkShape } from '../validation/json-shape.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body.
 * @param maxBytes refuses more with 413
 * @returns the parsed value, or undefined when the request has no body
 * @throws {ApiError} payload-too-large, unsupported-media-type, malformed-json, invalid-argument
 */
export async function readJson(req: IncomingMessage, maxBytes: number = limits.jsonBody): Promise<unknown> {
  const bytes = await readBytes(req, maxBytes).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('invalid-argument', say('requestEnded'), { cause });
  });
  if (bytes.length === 0) return undefined;
  requireJson(req);
  return parseJson(bytes);
}

/** @throws {ApiError} malformed-json, payload-too-large */
export function parseJson(bytes: Buffer): unknown {
  checkShape(bytes, bodyShape);
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (cause) {
    throw new ApiError('malformed-json', say('notJson'), { cause });
  }
}

function requireJson(req: IncomingMessage): void {
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim());
  const charset = parameters.find((p) => p.startsWith('charset='))?.replace(/^charset="?|"$/g, '') ?? 'utf-8';
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(name)) {
    throw new ApiError('unsupported-media-type', 'Send the body as JSON with the header Content-Type: application/json.');
  }
  if (charset !== 'utf-8' && charset !== 'utf8') throw new ApiError('unsupported-media-type', 'Send the JSON body in UTF-8.');
  if (encoding !== 'identity') throw new ApiError('unsupported-media-type', 'Send the body without Content-Encoding.');
}
