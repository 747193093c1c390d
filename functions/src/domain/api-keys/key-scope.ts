import type { KeyVerb } from '@bedplate/contract';
import { ApiError } from '../../http/api-error.ts';
import type { ScopedKeyDocument } from '../../store/documents.ts';

/** What a named key may do; a caller without one may do everything in its project. */
export type KeyScope = Pick<ScopedKeyDocument, 'name' | 'storages' | 'verbs'>;

/** @throws {ApiError} permission-denied that names what the key lacks */
export function requireScope(scope: KeyScope | undefined, verb: KeyVerb, storageId: string): void {
  if (!scope) return;
  if (!scope.verbs.includes(verb)) throw lacks(scope, `the verb "${verb}"`);
  if (!scope.storages.includes('*') && !scope.storages.includes(storageId)) throw lacks(scope, `the storage "${storageId}"`);
}

/** @throws {ApiError} permission-denied when the key has ended, or the page that calls is not one of the key's */
export function requireUsable(key: ScopedKeyDocument, origin: string | undefined, now: number): void {
  const end = key.expiresAt?.toMillis();
  if (end !== undefined && end <= now) throw denied(`The key "${key.name}" expired at ${new Date(end).toISOString()}.`);
  if (key.origins.length === 0 || (origin !== undefined && key.origins.includes(origin))) return;
  throw lacks(key, origin === undefined ? 'calls without an Origin header' : `the origin "${origin.slice(0, 200)}"`);
}

function lacks({ name }: Pick<KeyScope, 'name'>, what: string): ApiError {
  return denied(`The key "${name}" does not allow ${what}.`);
}

function denied(message: string): ApiError {
  return new ApiError('permission-denied', message);
}
