import type { FieldProblem, Values } from '@bedplate/contract';
import { ApiError, inEnglish, type SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

/** Tells what a restore does not bring back. @param field the part, such as `schema` or `signIn.providers.google` */
export function restoreGap(field: string, key: SentenceKey, values?: Values): FieldProblem {
  return { field, key, ...(values && { values }), message: inEnglish(say(key, values)) };
}

/** The reasons of a refusal, each a line of its own. */
export function reasonsOf(field: string, { details, text, message }: ApiError): readonly FieldProblem[] {
  return details && details.length > 0 ? details : [{ field, message, ...text }];
}

/**
 * Does one part of a restore: what is refused is told and stops nothing else.
 * @param key of the sentence before the reasons
 */
export async function orGap(
  { field, key, values }: { readonly field: string; readonly key: SentenceKey; readonly values?: Values },
  work: () => Promise<unknown>,
): Promise<FieldProblem[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [restoreGap(field, key, values), ...reasonsOf(field, error)];
  }
}
