import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { postSafely } from './post-safely.ts';

async function answered(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  try {
    return await postSafely(new URL(`http://127.0.0.1:${port}/`), { allowLoopback: true, headers: {}, body: '{}' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a status counts although the body breaks off behind it', async () => {
  const answer = await answered((_, res) => {
    res.writeHead(200, { 'content-length': 100 });
    res.write('thank', () => res.destroy());
  });
  expect(answer).toEqual({ status: 200, text: 'thank' });
});

test('an answer is read no further than its beginning', async () => {
  const { status, text } = await answered((_, res) => void res.writeHead(500).end('x'.repeat(100_000)));
  expect([status, text.length]).toEqual([500, 2048]);
});

test('a connection that breaks off before the status is told of', async () => {
  await expect(answered((req) => void req.socket.destroy())).rejects.toThrow('The connection failed (ECONNRESET).');
});
