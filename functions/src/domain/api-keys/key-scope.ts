import { type KeyVerb, type RefusedBy, reservedStorageKeys } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { ScopedKeyDocument } from '../../store/documents/documents.ts';

/** Begins the id by which an inbound webhook is known as a caller: no key of an account begins so. */
export const hookPrefix = 'hook_';

/** The rights of a named key; a caller without one may do everything in its project. */
export type KeyScope = Pick<ScopedKeyDocument, 'name' | 'storages' | 'verbs'>;

/** @throws {ApiError} permission-denied that names the missing right */
export function requireScope(scope: KeyScope | undefined, verb: KeyVerb, storageId: string): void {
  if (!scope) return;
  requireVerb(scope, verb);
  if (!reaches(scope, storageId)) throw lacks(scope, `the storage "${storageId}"`, 'key-storage');
}

/** @throws {ApiError} permission-denied that names the verb */
export function requireVerb(scope: KeyScope | undefined, verb: KeyVerb): void {
  if (scope && !scope.verbs.includes(verb)) throw lacks(scope, `the verb "${verb}"`, 'key-verb');
}

/** Whether answers may show the records of a storage. */
export function mayRead(scope: KeyScope | undefined, storageId: string): boolean {
  return allows(scope, 'read', storageId);
}

export function allows(scope: KeyScope | undefined, verb: KeyVerb, storageId: string): boolean {
  return !scope || (scope.verbs.includes(verb) && reaches(scope, storageId));
}

export function reaches({ storages }: Pick<KeyScope, 'storages'>, storageId: string): boolean {
  return storages.includes('*') || storages.includes(storageId);
}

/**
 * Checks a call's path first. Named keys may not use paths without a storage, except those whose endpoints check each storage themselves.
 * @throws {ApiError} permission-denied that names the missing right
 */
export function requirePlace({ scope }: { readonly scope?: KeyScope }, path: string, { verb, storageId }: CallPlace): void {
  if (!scope || checkThemselves.includes(path)) return;
  if (storageId === null) throw lacks(scope, `the call ${path.slice(0, 100)}`, 'key-call');
  requireScope(scope, verb, storageId);
}

/** Calls whose endpoints check the scope themselves, storage by storage. */
const checkThemselves = ['/livesync/token', '/batch', '/openapi.json', '/types.d.ts'];

/** @throws {ApiError} permission-denied when the key has ended or does not allow the calling page */
export function requireUsable(key: ScopedKeyDocument, origin: string | undefined, now: number): void {
  const end = key.expiresAt?.toMillis();
  if (end !== undefined && end <= now) throw denied(`The key "${key.name}" expired at ${new Date(end).toISOString()}.`, 'key-ended');
  if (key.origins.length === 0 || (origin !== undefined && key.origins.includes(origin))) return;
  throw lacks(key, origin === undefined ? 'calls without an Origin header' : `the origin "${origin.slice(0, 200)}"`, 'key-origin');
}

function lacks({ name }: Pick<KeyScope, 'name'>, what: string, by: RefusedBy): ApiError {
  return denied(`The key "${name}" does not allow ${what}.`, by);
}

function denied(message: string, by: RefusedBy): ApiError {
  return new ApiError('permission-denied', message, { by });
}

/** The verb and the storage in a data API call's method and path. */
export interface CallPlace {
  readonly verb: KeyVerb;
  /** Null for calls that name storages in another way, or none. */
  readonly storageId: string | null;
}

/** @param path below /api, such as /products/abc/dataId/x */
export function placeOf(method: string, path: string): CallPlace {
  const [key = '', storageId = '', ...rest] = path.split('/').filter(Boolean);
  const named = fixedRoutes.has(key) || !storageId ? null : storageId;
  return { verb: verbOf(method, rest), storageId: named };
}

/** First segments that are no storage keys. */
const fixedRoutes = new Set<string>([...reservedStorageKeys, 'openapi.json']);

/** Last segments of calls that sign an app user in, or are about it. */
const signIns = new Set([
  'authenticate',
  'refresh',
  'logout',
  'forgot-password',
  'reset-password',
  'change-password',
  'undo-email',
  'undo-delete',
]);

function verbOf(method: string, [first = '', ...rest]: readonly string[]): KeyVerb {
  const last = rest.at(-1) ?? first;
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (method === 'DELETE') return 'delete';
  if (method !== 'POST') return 'update';
  if (first === 'sign-in' || signIns.has(last)) return 'authenticate';
  return ['restore', 'upload', 'upload-url', 'upload-complete', 'upload-cancel'].includes(last) ? 'update' : 'create';
}
