import { meantParameter, type Text } from '@bedplate/contract';
import type { Request } from 'express';
import { z } from 'zod';
import { ApiError, inEnglish, type SentenceKey } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { shapeOf } from '../validation/check.ts';

/** The body of a call that takes none; consoles send `{}`. */
export const nothing = z.object({});

/** Added by clients against caches. */
const meaningless = ['_', 'timestamp'];
const mostTold = 20;

/**
 * Refuses parameters that a call does not know, and those that come twice: none is ignored, and none chosen of two.
 * @param schema of the parameters
 * @throws {ApiError} invalid-argument with each of them, and with what one is meant for
 */
export function requireKnownParameters(schema: z.ZodType, query: Request['query']): void {
  const known = shapeOf(schema);
  if (!known) return;
  const taken = Object.keys(known);
  refuse(
    strangeIn(query, known).map((name) => {
      const meant = meantParameter(name, taken);
      if (meant) return [name, say('parameterMeant', { name, meant })];
      return [name, say('parameterUnknown', { name, known: taken.join(', ') })];
    }),
  );
  refuse(
    Object.entries(query)
      .filter(([, value]) => typeof value !== 'string')
      .map(([name, value]) => [name, notOne(name, value)]),
  );
}

/** @returns what is wrong with a parameter of several values; Express reads `page[]=1` as a list of one */
export function notOne(name: string, value: unknown): Text<SentenceKey> {
  if (Array.isArray(value) && value.length > 1) return say('parameterTwice', { name });
  const [key = ''] = Array.isArray(value) ? [] : Object.keys(Object(value));
  return say('parameterMeant', { name: `${name}[${key.slice(0, 80)}]`, meant: name });
}

/**
 * For a call that takes no parameters: whatever comes was meant for something that it does not do.
 * @throws {ApiError} invalid-argument with each of them
 */
export function refuseParameters(query: Request['query']): void {
  refuse(strangeIn(query, {}).map((name) => [name, say('parameterNone', { name })]));
}

function refuse(problems: readonly (readonly [field: string, text: Text<SentenceKey>])[]): void {
  const details = problems.map(([field, text]) => ({ field, message: inEnglish(text), ...text }));
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}

function strangeIn(query: Request['query'], known: object): string[] {
  const strange = Object.keys(query).filter((name) => !Object.hasOwn(known, name) && !meaningless.includes(name));
  return strange.slice(0, mostTold).map((name) => name.slice(0, 80));
}
