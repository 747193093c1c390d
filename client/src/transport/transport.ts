import { BedplateError, errorFromAnswer } from './errors.ts';
import { isWorthRetrying, retryDelay } from './retry.ts';

export interface TransportOptions {
  /** The address of the product, for example https://app.example.com, with or without `/api`. */
  endpoint: string;
  /** Headers of every request: keys, project, bearer token. */
  headers: () => Promise<Record<string, string>>;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds for one attempt; the default is 30,000. */
  timeout?: number;
  /** Attempts after the first one; the default is 2. */
  retries?: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below /api. It starts with a slash, and its segments are encoded. */
  path: string;
  /** The query string without the question mark. */
  query?: string;
  /** A JSON value, or a form with a file. */
  body?: unknown;
  /** The bytes of a file in the body: an attempt with a file gets more time. */
  fileSize?: number;
  /**
   * True when a POST changes nothing. Other writes carry an Idempotency-Key, so that a retry cannot
   * write twice.
   */
  safe?: boolean;
  options?: CallOptions;
}

/** Options of every method that sends a request. */
export interface CallOptions {
  signal?: AbortSignal;
  /**
   * The name of this write for 24 hours. A second request with the same key gets the same answer
   * and writes nothing. The default is a random key. `false` sends no key, which saves one billed
   * write and excludes retries.
   */
  idempotencyKey?: string | false;
}

export interface Transport {
  /** @throws {BedplateError} the server's refusal, or `network`, `timeout`, `aborted` */
  send<T>(call: Call): Promise<T>;
  /**
   * Sends bytes to an address of the file store, without a time limit.
   * @throws {BedplateError} `network`, `aborted`
   */
  sendBytes(url: string, content: Blob, signal?: AbortSignal): Promise<Response>;
}

/**
 * The only place that calls fetch. It handles keys, time limits, retries and errors for every
 * resource.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = apiBase(options.endpoint);
  const retries = options.retries ?? 2;
  return {
    async send<T>(call: Call): Promise<T> {
      const request = await prepare(base, call, options);
      for (let attempt = 0; ; attempt++) {
        try {
          return (await sendOnce(request, call.options?.signal, options)) as T; // the answer's shape is the server's contract
        } catch (error) {
          if (attempt >= retries || !request.mayRepeat || !isWorthRetrying(error)) throw error;
          await wait(retryDelay(error, attempt), call.options?.signal);
        }
      }
    },
    async sendBytes(url, content, signal) {
      try {
        return await (options.fetch ?? globalThis.fetch)(url, { method: 'PUT', body: content, signal });
      } catch (error) {
        if (signal?.aborted) throw new BedplateError('aborted', 'The request was cancelled.', { cause: error });
        throw new BedplateError('network', 'The file store could not be reached.', { cause: error });
      }
    },
  };
}

/** @returns the endpoint with one `/api` at its end and no slash after it */
export function apiBase(endpoint: string): string {
  const trimmed = endpoint.replace(/\/+$/, '');
  return trimmed.endsWith('/api') ? trimmed : `${trimmed}/api`;
}

interface Prepared {
  url: string;
  init: RequestInit;
  /** Milliseconds for one attempt. */
  timeout: number;
  /** Sending it twice has the same effect as sending it once. */
  mayRepeat: boolean;
}

/**
 * Segments that a URL removes, together with the segment before: `dataId/..` is the list. No
 * encoding keeps them.
 */
const dotSegment = /\/\.{1,2}(?=\/|$)/;

async function prepare(base: string, call: Call, options: TransportOptions): Promise<Prepared> {
  if (dotSegment.test(call.path)) throw new BedplateError('invalid-argument', 'An id or a key cannot be "." or "..".');
  const headers = await options.headers();
  const isSafe = call.method === 'GET' || call.safe === true;
  const { idempotencyKey = randomKey() } = call.options ?? {};
  if (!isSafe && idempotencyKey !== false) headers['Idempotency-Key'] = idempotencyKey;
  const init: RequestInit = { method: call.method, headers };
  if (call.body instanceof FormData) init.body = call.body;
  else if (call.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = textOf(call.body);
  }
  return {
    url: `${base}${call.path}${call.query ? `?${call.query}` : ''}`,
    init,
    timeout: (options.timeout ?? 30_000) + Math.ceil((call.fileSize ?? 0) / slowestUpload),
    mayRepeat: isSafe || idempotencyKey !== false,
  };
}

function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    // A BigInt, a circle, a Date that is no time.
    throw new BedplateError('invalid-argument', 'The fields hold a value that JSON cannot have.', { cause });
  }
}

/** Bytes per millisecond of a slow mobile connection. */
const slowestUpload = 32;

async function sendOnce({ url, init, timeout }: Prepared, signal: AbortSignal | undefined, options: TransportOptions): Promise<unknown> {
  // React Native has neither AbortSignal.timeout nor AbortSignal.any.
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, timeout);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  const send = options.fetch ?? globalThis.fetch;
  try {
    const answer = await send(url, { ...init, signal: limit.signal });
    const body = parse(await answer.text());
    if (answer.ok && body !== undefined) return body;
    const error = errorFromAnswer(answer.status, body, answer.headers.get('x-request-id'));
    throw Object.assign(error, { retryAfter: Number(answer.headers.get('retry-after')) || 0 });
  } catch (error) {
    if (error instanceof BedplateError) throw error;
    if (signal?.aborted) throw new BedplateError('aborted', 'The request was cancelled.', { cause: error });
    if (limit.signal.aborted) throw new BedplateError('timeout', `No answer within ${timeout} ms.`, { cause: error });
    throw new BedplateError('network', 'The server could not be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** crypto.randomUUID is missing on pages served without TLS, getRandomValues is not. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new BedplateError('aborted', 'The request was cancelled.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
