import type { FieldProblem } from '@bedplate/contract';
import { ApiError, type Sentence } from '../../../errors/api-error.ts';
import type { RecordWrite } from '../model/record-write.ts';

/** @throws {ApiError} with the code, naming the write where there are several */
export function refusal(
  { where }: RecordWrite,
  {
    code,
    sentence,
    field,
  }: { readonly code: 'not-found' | 'conflict' | 'invalid-argument'; readonly sentence: Sentence; readonly field?: string },
): unknown {
  return inWrite(where, new ApiError(code, sentence, field === undefined ? {} : { field }));
}

/** A user's own record goes by the call that asks for proof, since a stolen token would delete the user. */
export function asksForProof(where: string): unknown {
  return inWrite(where, new ApiError('permission-denied', 'Delete your account by POST me/delete, which asks for your password.'));
}

/**
 * @param where names one write of several, as in "writes[3]"; empty when it is the only one
 * @returns the error as the sender of all of them sees it: it names the write, once, and keeps the codes of its sentences
 */
export function inWrite(where: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || where === '') return error;
  const known = error.details ?? [{ field: '', message: error.message, ...error.text }];
  if (known.some(({ field }) => field === where || field.startsWith(`${where}.`))) return error;
  const details = known.map((problem) => ({ ...problem, field: [where, problem.field].filter(Boolean).join('.') }));
  return new ApiError(error.code, `${where}: ${error.message}`, { details, text: error.text ?? undefined, cause: error });
}

/** @returns the warnings of one write of several, by its place among them */
export function inPlace(where: string, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return where === '' ? problems : problems.map((problem) => ({ ...problem, field: `${where}.${problem.field}` }));
}
