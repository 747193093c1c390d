import type { IncomingMessage } from 'node:http';
import { limits } from '@bedplate/contract';
import { readBytes } from '../../network/read-bytes.ts';

/** @returns the names in a body that its call does not need, of a JSON object or a form; for other text the text itself */
export async function membersOfBody(req: IncomingMessage): Promise<string[]> {
  const text = (await readBytes(req, limits.jsonBody)).toString().trim();
  if (text === '') return [];
  const value = parsed(text);
  if (typeof value === 'object') return Object.keys(value ?? {});
  return value === undefined && /^[\w.[\]-]+=/.test(text) ? [...new URLSearchParams(text).keys()] : [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
