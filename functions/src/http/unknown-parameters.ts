import { type FieldProblem, meantParameter } from '@bedplate/contract';
import type { Request } from 'express';
import type { z } from 'zod';
import { ApiError, inEnglish } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { shapeOf } from '../validation/check.ts';

/** Added by clients against caches. */
const meaningless = ['_', 'timestamp'];
const mostTold = 20;

/**
 * Looks for parameters that a call does not know: none is ignored in silence.
 * @param schema of the parameters
 * @returns a warning for each
 * @throws {ApiError} invalid-argument for one that is meant for a parameter which the call has
 */
export function unknownParameters(schema: z.ZodType, query: Request['query']): FieldProblem[] {
  const known = shapeOf(schema);
  if (!known) return [];
  return meantIn(query, known).map((field) => {
    const name = field.slice(0, 80);
    const meant = meantParameter(name, Object.keys(known));
    if (meant) throw new ApiError('invalid-argument', say('parameterMeant', { name, meant }), { field: name });
    const text = say('parameterUnknown', { name });
    return { field: name, message: inEnglish(text), ...text };
  });
}

/**
 * For a call that takes no parameters: whatever comes was meant for something that it does not do.
 * @throws {ApiError} invalid-argument with each of them
 */
export function refuseParameters(query: Request['query']): void {
  const details = meantIn(query, {}).map((field) => {
    const text = say('parameterNone', { name: field.slice(0, 80) });
    return { field: field.slice(0, 80), message: inEnglish(text), ...text };
  });
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}

function meantIn(query: Request['query'], known: object): string[] {
  const strange = Object.keys(query).filter((name) => !Object.hasOwn(known, name) && !meaningless.includes(name));
  return strange.slice(0, mostTold);
}
