import { nextPartHeader } from '@bedplate/contract';
import { ApiError } from './api-error.ts';
import { calledProject } from './called-project.ts';
import { freshToken, renewedInstead } from '../session/fresh-token.ts';
import { belongsToAnother } from '../session/session.ts';
import { noteServerTime } from '../time/clock.ts';
import { jsonOf, refusalOf } from './refusal.ts';

export interface CallOptions {
  query?: Record<string, string | number | boolean | null | undefined>;
  signal?: AbortSignal;
  /** Sent without the bearer token, and a 401 does not end the session. */
  visitor?: boolean;
  /** The call outlives the page. */
  keepalive?: boolean;
  /** Names one press of a button: the same key does its work once. */
  idempotencyKey?: string;
  /** No cache on the way may answer. */
  fresh?: boolean;
  /** The longest time to wait, in milliseconds. */
  timeout?: number;
}

/** The console's calls. Paths begin after `/app`. `T` is the body that the contract promises; a failure throws an ApiError. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>('GET', { path, options }),
  post: <T>(path: string, body: unknown, options?: CallOptions) => json<T>('POST', { path, body, options }),
  put: <T>(path: string, body: unknown, options?: CallOptions) => json<T>('PUT', { path, body, options }),
  delete: <T>(path: string, options?: CallOptions) => json<T>('DELETE', { path, options }),
  /**
   * A file and its name from the server; of one that comes in parts, also the place of the next part.
   * @param body makes the call a POST; it describes the content of the file
   */
  file: async (path: string, options?: CallOptions, body?: unknown) => {
    const response = await send(body === undefined ? 'GET' : 'POST', { path, body, options });
    return { blob: await response.blob(), name: fileNameOf(response), next: response.headers.get(nextPartHeader) };
  },
};

const defaultTimeout = 20_000;

async function json<T>(method: string, { path, body, options }: { path: string; body?: unknown; options?: CallOptions }): Promise<T> {
  const response = await send(method, { path, body, options });
  const parsed = jsonOf(await textOf(response));
  if (parsed === null) throw new ApiError({ code: 'unknown', status: response.status });
  return parsed as T; // the contract's type of a 2xx body, which the server checks
}

interface Sent {
  path: string;
  body?: unknown;
  options?: CallOptions | undefined;
}

async function send(method: string, sent: Sent): Promise<Response> {
  const { options = {} } = sent;
  if (!options.visitor && belongsToAnother()) throw new ApiError({ code: 'unauthenticated', status: 401 });
  const token = options.visitor ? null : await freshToken();
  const first = await sendOnce(method, sent, token);
  const renewed = first.status === 401 && token ? await renewedInstead(token) : null;
  const response = renewed ? await sendOnce(method, sent, renewed) : first;
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id');
  const project = calledProject(sent.path, options.query);
  throw refusalOf({ status: response.status, text: await textOf(response), requestId, project }, renewed ?? token);
}

async function sendOnce(method: string, { path, body, options = {} }: Sent, token: string | null): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const project = token && calledProject(path, options.query);
  if (project) headers.set('X-Project-ID', project);
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
    if (options.signal?.aborted) throw cause; // the caller stopped it, which is no failure
    throw new ApiError({ code: timeout.aborted ? 'timeout' : 'network', cause });
  });
  // A visitor's GET may come out of a cache, with the time when it was put there.
  if (token || method !== 'GET') noteServerTime(Date.parse(response.headers.get('date') ?? ''));
  return response;
}

function addressOf(path: string, query: CallOptions['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/app${path}${search ? `?${search}` : ''}`;
}

/** @returns the answer's text, or '' when the connection broke on the way */
function textOf(response: Response): Promise<string> {
  return response.text().catch(() => '');
}

function fileNameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(header)?.[1] ?? null);
}
