import type { FailureBody } from '@bedplate/contract';
import { target } from './target.ts';

/** The caller: a console token, an account's keys with a project, or neither. */
export interface Credentials {
  token?: string;
  keys?: { apiKey: string; secretKey: string; projectId: string };
}

export interface Call extends Credentials {
  method?: string;
  /** From the host's root, with its query: `/app/projects?page=2`. */
  path: string;
  /** Sent as JSON; FormData as multipart; a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body & Partial<Omit<FailureBody, 'success'>>;
  headers: Headers;
  text: string;
}

/** One request to the product under test. The body is empty when the answer is not JSON. */
export async function call<Body = Record<string, unknown>>({ method, path, token, keys, body, headers }: Call): Promise<Answer<Body>> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  const response = await fetch(target.web + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(keys && { 'x-api-key': keys.apiKey, 'x-secret-key': keys.secretKey, 'x-project-id': keys.projectId }),
      ...headers,
    },
    body: body === undefined ? undefined : isRaw ? (body as BodyInit) : JSON.stringify(body),
    signal: AbortSignal.timeout(80_000),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse<Body>(text) };
}

/** As `call`, for steps that must succeed. @throws with the answer when the status is not 2xx */
export async function mustCall<Body = Record<string, unknown>>(request: Call): Promise<Answer<Body>['body']> {
  const answer = await call<Body>(request);
  if (answer.status >= 300) throw new Error(`${request.method ?? 'request'} ${request.path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

function parse<Body>(text: string): Answer<Body>['body'] {
  try {
    return JSON.parse(text) as Answer<Body>['body']; // the test says what it expects
  } catch {
    return {} as Answer<Body>['body'];
  }
}
