import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface HeardRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's server that keeps what it gets. */
export interface Listener {
  url: string;
  heard: HeardRequest[];
  /** Status of the next answers. */
  status: number;
  /** Resolves when it has heard `count` requests. @throws after 20 s */
  hears(count: number): Promise<HeardRequest[]>;
  close(): void;
}

export async function startListener(): Promise<Listener> {
  const waiting = new Set<() => void>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      listener.heard.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
      res.writeHead(listener.status).end('heard');
      for (const look of waiting) look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard: [],
    status: 200,
    hears: (count) =>
      new Promise((done, fail) => {
        const late = setTimeout(() => fail(new Error(`Heard ${listener.heard.length} of ${count} requests within 20 s.`)), 20_000);
        const look = () => {
          if (listener.heard.length < count) return;
          clearTimeout(late);
          waiting.delete(look);
          done(listener.heard);
        };
        waiting.add(look);
        look();
      }),
    close: () => void server.close(),
  };
  return listener;
}
