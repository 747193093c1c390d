import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpClient {
  send(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
  close(): void;
}

/** Connections that stay open, with as little work per request as possible: the load must not be what is measured. */
export function httpClient(origin: string, headers: Readonly<Record<string, string>>, connections: number): HttpClient {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return { send, close: () => void pool.destroy() };

  function send(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      let answer: Omit<HttpAnswer, 'text'> = { status: 0, headers: {} };
      pool.dispatch(
        { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        {
          onRequestStart() {},
          onResponseStart(_, status, received) {
            answer = { status, headers: received };
          },
          onResponseData(_, part) {
            parts.push(part);
          },
          onResponseEnd: () => resolve({ ...answer, text: Buffer.concat(parts).toString('utf8') }),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
  }
}
