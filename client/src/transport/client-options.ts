import { BedplateError } from './errors.ts';
import { createTransport, type Transport } from './transport.ts';

export interface ClientOptions {
  /** The address of the product, for example https://app.example.com. */
  endpoint: string;
  projectId: string;
  /**
   * A named key, also for web pages; or the key pair of the Administration page, whose secret key
   * belongs on servers only.
   */
  apiKey?: string;
  secretKey?: string;
  /**
   * The access token of a person (from `users(…).authenticate`) instead of keys, or a function that
   * returns a fresh one. When the function throws, the call fails with `unauthenticated`.
   */
  token?: string | (() => string | Promise<string>);
  fetch?: typeof globalThis.fetch;
  /**
   * Milliseconds for one attempt; the default is 30,000. A file gets one more second for each 32
   * KB.
   */
  timeout?: number;
  /** Attempts after the first one; the default is 2. */
  retries?: number;
}

export function transportOf(options: ClientOptions): Transport {
  return createTransport({ ...options, headers: () => credentials(options) });
}

async function credentials({ projectId, apiKey, secretKey, token }: ClientOptions): Promise<Record<string, string>> {
  const bearer = typeof token === 'function' ? await given(token) : token;
  return {
    'X-Project-ID': projectId,
    ...(apiKey && { 'X-API-Key': apiKey }),
    ...(secretKey && { 'X-Secret-Key': secretKey }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
  };
}

/**
 * @throws {BedplateError} `unauthenticated`, with the function's error as its cause. A
 * BedplateError of the function itself, for example of a refresh, is thrown as it is.
 */
async function given(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    if (cause instanceof BedplateError) throw cause;
    throw new BedplateError('unauthenticated', 'The token function gave no token.', { cause });
  }
}
