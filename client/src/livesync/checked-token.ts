import { BedplateError } from '../transport/errors.ts';
import type { LiveSyncToken } from '../resources/livesync.ts';

/** A LiveSync token, or the access token of a person, which can request one. */
export type TokenOrAccess = LiveSyncToken | string;

/**
 * @param given the answer of the app's own server, which may be a failure
 * @throws {BedplateError} `invalid-argument`, with the answer in its message
 */
export function checkedToken(given: unknown, from: 'token' | 'getToken'): TokenOrAccess {
  if ((typeof given === 'string' && given !== '') || isToken(given)) return given;
  throw new BedplateError(
    'invalid-argument',
    `${from} gave ${shown(given)}, which is no token. It must give what bedplate.livesync.token(…) answers on your server, all of it: token, expiresAt, storages and firebase; or a person's access token as text.`,
  );
}

function isToken(given: unknown): given is LiveSyncToken {
  if (typeof given !== 'object' || given === null) return false;
  const { token, expiresAt, storages, firebase } = given as Partial<Record<keyof LiveSyncToken, unknown>>; // looked at one by one
  return (
    typeof token === 'string' &&
    typeof expiresAt === 'string' &&
    Array.isArray(storages) &&
    typeof firebase === 'object' &&
    firebase !== null
  );
}

/** Errors are logged, so they must not contain a token. */
function shown(given: unknown): string {
  try {
    const text = JSON.stringify(given, (name, value: unknown) => (/token|secret|key/i.test(name) ? '…' : value)) ?? String(given);
    return text === '{}' ? Object.prototype.toString.call(given) : text.slice(0, 200); // a Response shows nothing of itself
  } catch {
    return `an object with ${Object.keys(Object(given)).join(', ')}`; // one that holds itself, such as the answer of an HTTP library
  }
}
