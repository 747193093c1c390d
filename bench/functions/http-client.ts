import { Connections, type HttpAnswer } from '@bedplate/functions/store/rest/connections.ts';

export type { HttpAnswer };

export interface HttpClient {
  send(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
  close(): void;
}

const idleMillis = 60_000;
const timeoutMillis = 300_000;

/** Connections that stay open, as many as there are requests at once, with as little work for each as possible: the load must not be what is measured. */
export function httpClient(origin: string, headers: Readonly<Record<string, string>>): HttpClient {
  const connections = new Connections(origin, idleMillis, timeoutMillis);
  return {
    send: (method, path, body) =>
      connections.exchange({ method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    close: () => connections.close(),
  };
}

/** One client in front of several: each request goes to the next of them, as a load balancer sends it. */
export function inTurn(clients: readonly HttpClient[]): HttpClient {
  let next = 0;
  return {
    send(method, path, body) {
      const client = clients[next % clients.length];
      if (!client) throw new Error('No client was given.');
      next += 1;
      return client.send(method, path, body);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}
