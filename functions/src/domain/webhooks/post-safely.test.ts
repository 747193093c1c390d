import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { type PostAnswer, type PostOptions, postSafely } from './post-safely.ts';

const usual = { allowLoopback: true, headers: {}, body: '{}' };

const answered = (listener: RequestListener, options: Partial<PostOptions> = {}) =>
  withServer(listener, (port) => postSafely(new URL(`http://127.0.0.1:${port}/`), { ...usual, ...options }));

async function withServer(listener: RequestListener, post: (port: number) => Promise<PostAnswer>) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  try {
    return await post(port);
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

test('an endless answer ends when its beginning was read', async () => {
  let sent = 0;
  const { status } = await answered((_, res) => {
    const more = () => {
      while (!res.destroyed) {
        sent += 65_536;
        if (!res.write('x'.repeat(65_536))) return void res.once('drain', more);
      }
    };
    more();
  });
  expect(status).toBe(200);
  expect(sent).toBeLessThan(100_000_000);
});

test('a request ends where the receiver says nothing', async () => {
  await expect(answered(() => {}, { timeoutMillis: 50 })).rejects.toThrow('There was no answer');
});

test('of a receiver that says nothing no more than ten seconds are awaited', async () => {
  const { timeout } = AbortSignal;
  const hurried = vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => timeout.call(AbortSignal, millis / 100));
  await expect(answered(() => {})).rejects.toThrow('There was no answer');
  expect(hurried).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('it connects to the address that was checked, whatever the name means by then', async () => {
  const resolve = async () => ['127.0.0.1'];
  const answer = await withServer(
    (_, res) => void res.end('here'),
    (port) => postSafely(new URL(`http://name.invalid:${port}/`), { ...usual, resolve }),
  );
  expect(answer).toEqual({ status: 200, text: 'here' });
});

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['169.254.169.254']],
  [['fd00::1']],
  [['127.0.0.1', '93.184.215.14']],
  [['93.184.215.14', '127.0.0.1']],
])('deployed, nothing is sent to a name that leads to %j', async (addresses) => {
  let reached = 0;
  const posted = withServer(
    (_, res) => void res.end(String((reached += 1))),
    (port) => postSafely(new URL(`http://shop.example.com:${port}/`), { ...usual, allowLoopback: false, resolve: async () => addresses }),
  );
  await expect(posted).rejects.toMatchObject({ code: 'unavailable', text: { key: 'addressPrivate' } });
  expect(reached).toBe(0);
});

test.each(['10.0.0.1', '169.254.169.254', 'fd00::1'])('where loopback is allowed, nothing is sent to %s all the same', async (address) => {
  const post = postSafely(new URL('http://shop.example.com/'), { ...usual, allowLoopback: true, resolve: async () => [address] });
  await expect(post).rejects.toMatchObject({ text: { key: 'addressPrivate' } });
});

test('a name without an address is told of, and an address in place of a name is checked itself', async () => {
  const post = (host: string) => postSafely(new URL(`http://${host}/`), { ...usual, allowLoopback: false, resolve: async () => [] });
  await expect(post('shop.example.com')).rejects.toMatchObject({ text: { key: 'hostUnknown' } });
  for (const host of ['127.0.0.1', '[::1]', '10.0.0.1'])
    await expect(post(host)).rejects.toMatchObject({ text: { key: 'addressPrivate' } });
});

test('no connection is used twice: it would belong to an address that was checked for another post', async () => {
  const ports = new Set<number | undefined>();
  await withServer(
    (req, res) => void res.end(String(ports.add(req.socket.remotePort).size)),
    async (port) => {
      const post = () => postSafely(new URL(`http://127.0.0.1:${port}/`), usual);
      await post();
      return post();
    },
  );
  expect(ports.size).toBe(2);
});
