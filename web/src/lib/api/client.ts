import { ApiError } from './api-error.ts';
import { freshToken } from '../session/fresh-token.ts';
import { clearSession, storedSession } from '../session/session.ts';

export interface CallOptions {
  query?: Record<string, string | number | boolean | null | undefined>;
  signal?: AbortSignal;
  /** Sent without the bearer token, and a 401 does not end the session. */
  visitor?: boolean;
  /** The call outlives the page. */
  keepalive?: boolean;
  /** Names one press of a button: the same key does its work once. */
  idempotencyKey?: string;
  /** Past every cache on the way. */
  fresh?: boolean;
  /** Milliseconds until the call is given up. */
  timeout?: number;
}

/** The console's calls. `T` is the body that the contract promises; failures throw ApiError. Paths begin after `/app`. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>('GET', path, undefined, options),
  post: <T>(path: string, body: unknown, options?: CallOptions) => json<T>('POST', path, body, options),
  put: <T>(path: string, body: unknown, options?: CallOptions) => json<T>('PUT', path, body, options),
  delete: <T>(path: string, options?: CallOptions) => json<T>('DELETE', path, undefined, options),
  /** A file and the name that the server gives it. @param body of a call that says with it what the file shall hold */
  file: async (path: string, options?: CallOptions, body?: unknown) => {
    const response = await send(body === undefined ? 'GET' : 'POST', path, body, options);
    return { blob: await response.blob(), name: fileNameOf(response) };
  },
};

const defaultTimeout = 20_000;

async function json<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
  const response = await send(method, path, body, options);
  const parsed = await bodyOf(response);
  if (parsed === null) throw new ApiError({ code: 'unknown', status: response.status });
  return parsed as T; // the contract's word for a 2xx body; checked on the server's side
}

async function send(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Response> {
  const token = options.visitor ? null : await freshToken();
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.fresh) {
    headers.set('Cache-Control', 'no-cache');
    headers.set('Pragma', 'no-cache');
  }
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const response = await fetch(addressOf(path, options.query), {
    method,
    headers,
    signal,
    keepalive: options.keepalive ?? false,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause; // given up by the caller, not a failure to tell anyone about
    throw new ApiError({ code: timeout.aborted ? 'timeout' : 'network', cause });
  });
  if (response.ok) return response;
  // Only the token that was refused is dropped: another tab may have signed in meanwhile.
  if (response.status === 401 && token && storedSession()?.token === token) clearSession();
  throw await failureOf(response);
}

function addressOf(path: string, query: CallOptions['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/app${path}${search ? `?${search}` : ''}`;
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = (await bodyOf(response)) as { message?: unknown; error?: Partial<ApiError> } | null; // foreign until checked below
  return new ApiError({
    code: body?.error?.code ?? 'unknown',
    status: response.status,
    serverMessage: typeof body?.message === 'string' && body.message !== '' ? body.message : null,
    requestId: body?.error?.requestId ?? response.headers.get('x-request-id'),
    details: Array.isArray(body?.error?.details) ? body.error.details : [],
  });
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function fileNameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(header)?.[1] ?? null);
}
