import { RpcError } from '../model/rpc-error.ts';

const defaultPageSize = 300;

/** @throws RpcError INVALID_ARGUMENT for a negative size */
export function pageSize(requested: number): number {
  if (requested < 0) throw new RpcError('INVALID_ARGUMENT', 'Page size must be nonnegative.');
  return requested === 0 ? defaultPageSize : requested;
}

/** One page of a list; the token says how many items came before. A page that is exactly full has a successor, perhaps empty. */
export function nextPage<T>(
  all: readonly T[],
  size: number,
  token: string,
): { readonly items: readonly T[]; readonly nextPageToken: string } {
  const start = readToken(token);
  const items = all.slice(start, start + size);
  return { items, nextPageToken: items.length === size ? Buffer.from(String(start + size)).toString('base64url') : '' };
}

/** The token that continues a list of documents behind the last of a full page. */
export function tokenAfter(items: readonly { readonly path: string }[], size: number): string {
  return items.length === size ? Buffer.from(items.at(-1)?.path ?? '').toString('base64url') : '';
}

/** The path behind which the list of a collection goes on; undefined at its start. */
export function pathOfToken(token: string, collectionPath: string): string | undefined {
  if (token === '') return undefined;
  const path = Buffer.from(token, 'base64url').toString();
  if (!path.startsWith(`${collectionPath}/`)) throw foreignToken();
  return path;
}

function readToken(token: string): number {
  if (token === '') return 0;
  const text = Buffer.from(token, 'base64url').toString();
  if (!/^\d{1,9}$/.test(text)) throw foreignToken();
  return Number(text);
}

function foreignToken(): RpcError {
  return new RpcError('INVALID_ARGUMENT', 'The page token is not one that this server gave out.');
}
