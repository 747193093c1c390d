import { type KeyVerb, reservedStorageKeys } from '@bedplate/contract';

/** What a call of the data API does, and to which storage, as far as its method and path tell. */
export interface CallPlace {
  readonly verb: KeyVerb;
  /** Null for calls that name storages in another way, or none. */
  readonly storageId: string | null;
}

/** @param path below /api, such as /products/abc/dataId/x */
export function placeOf(method: string, path: string): CallPlace {
  const [key = '', storageId = '', ...rest] = path.split('/').filter(Boolean);
  const named = fixedRoutes.has(key) || !storageId ? null : storageId;
  return { verb: verbOf(method, rest.at(-1) ?? ''), storageId: named };
}

/** First segments that are no storage keys. */
const fixedRoutes = new Set<string>([...reservedStorageKeys, 'openapi.json']);

function verbOf(method: string, last: string): KeyVerb {
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (method === 'DELETE') return 'delete';
  if (method !== 'POST') return 'update';
  if (['authenticate', 'refresh', 'logout', 'forgot-password', 'reset-password'].includes(last)) return 'authenticate';
  return ['restore', 'upload', 'upload-url', 'upload-complete', 'upload-cancel'].includes(last) ? 'update' : 'create';
}
