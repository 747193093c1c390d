import { repeatedMembers } from '@bedplate/contract';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @param text valid JSON, in which an object has two members of one name @returns the refusal that names it */
export function memberTwice(text: string): ApiError {
  const [first = ''] = repeatedMembers(text).values();
  const name = first.slice(0, 80);
  return new ApiError('invalid-argument', say('memberTwice', { name }), { field: name });
}
