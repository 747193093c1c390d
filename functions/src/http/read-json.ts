import type { IncomingMessage } from 'node:http';
import { isDigits, limits, mayLoseDigits, parseKeepingDigits } from '@bedplate/contract';
import { ApiError, inEnglish, say } from '../errors/api-error.ts';
import { requirePlainBody } from '../network/plain-body.ts';
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
  const bytes = await jsonBytes(req, maxBytes);
  return bytes && parseJson(bytes);
}

/** Reads the JSON of records, as `parseData` does. */
export async function readData(req: IncomingMessage, keepsDigits: boolean): Promise<unknown> {
  const bytes = await jsonBytes(req, limits.jsonBody);
  return bytes && parseData(bytes, keepsDigits);
}

async function jsonBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const bytes = await readBytes(req, maxBytes).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('invalid-argument', say('requestEnded'), { cause });
  });
  if (bytes.length === 0) return undefined;
  requireJson(req);
  return bytes;
}

/**
 * @param keepsDigits numbers stay as they are spelt, for a schema to read; without one, what no number holds is refused by its name
 * @param isForeign who sends it cannot mend it: of members of one name the last counts
 * @throws {ApiError} malformed-json, payload-too-large, invalid-argument
 */
export async function parseData(bytes: Buffer, keepsDigits: boolean, isForeign = false): Promise<unknown> {
  let keeps = keepsDigits;
  const parse = (text: string): unknown => {
    keeps ||= mayLoseDigits(text);
    return keeps ? parseKeepingDigits(text) : JSON.parse(text);
  };
  const data = await parseJson(bytes, parse, isForeign);
  if (keepsDigits || !keeps) return data;
  const { plainNumbers } = await import('../domain/records/model/plain-numbers.ts'); // most numbers are short
  return plainNumbers(data);
}

/** @throws {ApiError} malformed-json, payload-too-large; invalid-argument for a name that comes twice: one of its values would be lost */
async function parseJson(bytes: Buffer, parse: (text: string) => unknown = JSON.parse, isForeign = false): Promise<unknown> {
  const { members } = checkShape(bytes, bodyShape);
  const value = await parsed(bytes, parse);
  if (isForeign || membersOf(value) === members) return value;
  const { memberTwice } = await import('./repeated-member.ts'); // most bodies have each name once
  throw memberTwice(bytes.toString());
}

async function parsed(bytes: Buffer, parse: (text: string) => unknown): Promise<unknown> {
  try {
    return parse(utf8.decode(bytes));
  } catch (cause) {
    const { whereJsonEnds } = await import('../validation/where-json-ends.ts'); // most bodies are JSON
    const where = whereJsonEnds(bytes.toString());
    throw new ApiError('malformed-json', say('notJson'), {
      cause,
      ...(where && { details: [{ field: '', message: inEnglish(where), ...where }] }),
    });
  }
}

/** @returns how many members the objects in a value have */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || isDigits(value)) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : values.length);
}

function requireJson(req: IncomingMessage): void {
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim());
  const charset = parameters.find((p) => p.startsWith('charset='))?.replace(/^charset="?|"$/g, '') ?? 'utf-8';
  if (!/^application\/(?!json-patch\+)([a-z0-9.-]+\+)?json$/.test(name)) {
    throw new ApiError('unsupported-media-type', say('bodyJson'));
  }
  if (charset !== 'utf-8' && charset !== 'utf8') throw new ApiError('unsupported-media-type', say('bodyUtf8'));
  requirePlainBody(req);
}
