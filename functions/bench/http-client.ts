import { Agent, type IncomingHttpHeaders, request } from 'node:http';

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
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { send, close: () => agent.destroy() };

  function send(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    return new Promise((resolve, reject) => {
      const call = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', reject);
      });
      // A server may close an idle connection just when it is used again. https://nodejs.org/api/http.html#requestreusedsocket
      call.on('error', (error: NodeJS.ErrnoException) => {
        if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(method, path, body));
        else reject(error);
      });
      call.end(bytes);
    });
  }
}
