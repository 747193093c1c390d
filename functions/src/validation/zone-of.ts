import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @returns the name of a time zone @throws {ApiError} invalid-argument for one that is not known */
export function zoneOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch (cause) {
    throw new ApiError('invalid-argument', say('zoneWrong'), { cause, field: 'zone' });
  }
}
