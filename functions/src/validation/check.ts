import type { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { fieldProblems } from './field-problems.ts';

/** @throws {ApiError} invalid-argument with every wrong field */
export function check<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details = fieldProblems(result.error);
  throw new ApiError('invalid-argument', details[0]?.message ?? 'The request is not valid.', { details, text: details[0] });
}
