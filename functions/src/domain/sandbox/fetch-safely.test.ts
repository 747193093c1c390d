import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchSafely } from './fetch-safely.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((ready) => server.once('listening', ready));
  return (server.address() as AddressInfo).port;
}

/** Names that end in .test are this machine and count as public; nothing else does. */
const pretend = { resolve: () => Promise.resolve(['127.0.0.1']), isAllowed: (address: string) => address === '127.0.0.1' };

// Covers S1-2.5-19
test('it answers status, text and body of the address, with the given headers', async () => {
  const port = await serve((req, res) =>
    res.writeHead(404, 'Not Found').end(JSON.stringify({ seen: req.headers['x-mark'], url: req.url })),
  );
  expect(await fetchSafely(new URL(`http://shop.test:${port}/items?a=1`), { 'x-mark': '7' }, pretend)).toEqual({
    status: 404,
    statusText: 'Not Found',
    body: '{"seen":"7","url":"/items?a=1"}',
  });
});

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest',
  'http://192.168.1.1/',
  'http://0.0.0.0/',
  // Covers S1-2.5-20
])('%s is refused', async (address) => {
  await expect(fetchSafely(new URL(address), {})).rejects.toMatchObject({ code: 'invalid-argument' });
});

test.each(['ftp://shop.test/', 'file:///etc/passwd', 'http://ann@shop.test/', 'http://:secret@shop.test/'])(
  'the address %s is refused, typed or in a redirect',
  async (target) => {
    const port = await serve((_, res) => res.writeHead(302, { location: target }).end());
    for (const address of [target, `http://shop.test:${port}/`])
      await expect(fetchSafely(new URL(address), {}, pretend)).rejects.toMatchObject({ code: 'invalid-argument' });
  },
);

const toMixed = () => Promise.resolve(['93.184.216.34', '10.0.0.1']);

// Covers S1-2.5-20
test('a name with one private address among public ones is refused', async () => {
  await expect(fetchSafely(new URL('http://mixed.test/'), {}, { resolve: toMixed })).rejects.toMatchObject({ code: 'invalid-argument' });
});

// Covers S1-2.5-20
test('a redirect to a private address is refused, and headers do not follow to another host', async () => {
  const inner = await serve((req, res) => res.end(req.headers['x-secret'] ?? 'no secret'));
  const toPrivate = await serve((_, res) => res.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  const toOther = await serve((_, res) => res.writeHead(302, { location: `http://other.test:${inner}/` }).end());
  await expect(fetchSafely(new URL(`http://shop.test:${toPrivate}/`), {}, pretend)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await fetchSafely(new URL(`http://shop.test:${toOther}/`), { 'x-secret': 's' }, pretend)).toMatchObject({ body: 'no secret' });
});

test('an answer above 1 MiB and endless redirects are refused', async () => {
  const large = await serve((_, res) => res.end(Buffer.alloc(1024 * 1024 + 1)));
  const loop = await serve((req, res) => res.writeHead(302, { location: req.url ?? '/' }).end());
  await expect(fetchSafely(new URL(`http://shop.test:${large}/`), {}, pretend)).rejects.toThrow('larger than 1 MiB');
  await expect(fetchSafely(new URL(`http://shop.test:${loop}/`), {}, pretend)).rejects.toThrow('redirects more than');
});

test('four redirects are followed', async () => {
  const port = await serve((req, res) => {
    const left = Number(req.url?.slice(1));
    if (left === 0) res.end('here');
    else res.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await fetchSafely(new URL(`http://shop.test:${port}/4`), {}, pretend)).toMatchObject({ body: 'here' });
  await expect(fetchSafely(new URL(`http://shop.test:${port}/5`), {}, pretend)).rejects.toMatchObject({ text: { key: 'redirectsMany' } });
});

test('an address that says nothing is left after fifteen seconds, redirects included', async () => {
  const { timeout } = AbortSignal;
  const hurried = vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => timeout.call(AbortSignal, millis / 100));
  const port = await serve((req, res) => void (req.url === '/' && res.writeHead(302, { location: '/silent' }).end()));
  await expect(fetchSafely(new URL(`http://shop.test:${port}/`), {}, pretend)).rejects.toMatchObject({ code: 'unavailable' });
  expect(hurried).toHaveBeenCalledExactlyOnceWith(15_000);
});

test('a redirect to no address is refused, and an answer that breaks off is told of', async () => {
  const broken = await serve((_, res) => res.writeHead(302, { location: 'http://[broken' }).end());
  const cut = await serve((_, res) => {
    res.writeHead(200, { 'content-length': '10' }).write('half');
    setTimeout(() => res.destroy(), 20);
  });
  const get = (port: number) => fetchSafely(new URL(`http://shop.test:${port}/`), {}, pretend);
  await expect(get(broken)).rejects.toMatchObject({ code: 'invalid-argument', text: { key: 'redirectBroken' } });
  await expect(get(cut)).rejects.toMatchObject({ code: 'unavailable', text: { key: 'answerEnded' } });
});
