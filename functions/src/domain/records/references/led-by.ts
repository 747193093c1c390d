import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';

interface Name {
  /** As the call has it. */
  readonly name: string;
  readonly field: string;
  readonly verb: 'list' | 'read';
}

/**
 * Looks into a storage that a name of the call leads to. A refusal there names it: "this storage" would be the one that was asked.
 * @throws {ApiError} permission-denied
 */
export async function ledBy<T>({ name, field, verb }: Name, look: () => T | Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ApiError) || error.by !== 'access-of-users') throw error;
    const sentence = say(verb === 'list' ? 'leadsToUnlisted' : 'leadsToUnread', { name: name.slice(0, 80) });
    throw new ApiError(error.code, sentence, { field: field.slice(0, 80), by: error.by, cause: error });
  }
}
