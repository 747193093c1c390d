import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Timestamp } from '@google-cloud/firestore';
import { afterEach, expect, test, vi } from 'vitest';
import { add, create, set, update } from '../model/writes.ts';
import { Connections } from './connections.ts';
import { createRestFirestore } from './rest-firestore.ts';
import { createTransport, UnknownFate } from './transport.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: { writes: object[]; documents: string[] };
  readonly socket: Socket;
}

type Answer = (received: Received, response: ServerResponse, nth: number) => void;

const root = 'projects/demo/databases/(default)/documents';
const time = Timestamp.fromMillis(1_700_000_000_000);
const written = { commitTime: '2026-01-01T00:00:00Z' };
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  if (server) await new Promise((closed) => server?.close(closed));
  server = undefined;
});

/** Firestore as far as these tests need it: what arrives is kept, and answered as each test says. */
async function firestore(answer: Answer, now?: () => number) {
  const received: Received[] = [];
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const body = { writes: [], documents: [], ...(JSON.parse(text || '{}') as Partial<Received['body']>) };
      const one = { method: request.method ?? '', url: request.url ?? '', body, socket: request.socket };
      received.push(one);
      answer(one, response, received.length);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createTransport(`http://127.0.0.1:${port}`, () => Promise.resolve('a token'), now);
  return { rest: createRestFirestore(transport, 'demo'), received, origin: `http://127.0.0.1:${port}` };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function document(path: string) {
  return {
    name: `${root}/${path}`,
    fields: { a: { integerValue: '1' } },
    createTime: '2026-01-01T00:00:00Z',
    updateTime: '2026-01-01T00:00:00Z',
  };
}

/** A connection that has served one request and is closed without an answer to the next. */
const closesSecond: Answer = ({ socket, body }, response, nth) => {
  if (nth === 2) socket.destroy();
  else json(response, body.documents.length > 0 ? [] : written);
};

test('gets of one turn of the event loop are one request, each with its own answer', async () => {
  const { rest, received } = await firestore(({ body }, response) => {
    // In another order, as Firestore may.
    const found = body.documents.filter((name) => !name.endsWith('/b')).map((name) => ({ found: document(name.slice(root.length + 1)) }));
    json(response, [...found.reverse(), { missing: `${root}/r/b` }]);
  });
  const rows = await Promise.all(['r/a', 'r/b', 'r/c', 'r/a'].map((path) => rest.get(path)));
  expect(rows.map((row) => row?.path ?? null)).toEqual(['r/a', null, 'r/c', 'r/a']);
  expect(received.map(({ url, body }) => [url, body.documents.length])).toEqual([[`/v1/${root}:batchGet?prettyPrint=false`, 3]]);
});

test('a request reads fifty documents, and one makes twenty single writes', async () => {
  const { rest, received } = await firestore(({ url, body }, response) => {
    if (url.includes(':batchGet'))
      json(
        response,
        body.documents.map((name) => ({ missing: name })),
      );
    else json(response, { writeResults: body.writes.map(() => ({})), status: body.writes.map(() => ({})) });
  });
  await Promise.all(Array.from({ length: 130 }, (_, n) => rest.get(`r/${n}`)));
  expect(Math.max(...received.map(({ body }) => body.documents.length))).toBe(50);
  await Promise.all(Array.from({ length: 90 }, (_, n) => rest.commit([create(`r/${n}`, {})])));
  expect(Math.max(...received.map(({ body }) => body.writes.length))).toBe(20);
});

test('gets of other fields go apart, and one alone is a plain get with a mask', async () => {
  const { rest, received } = await firestore(({ method }, response) => json(response, method === 'GET' ? document('r/x') : []));
  await Promise.all([rest.get('r/a'), rest.get('r/b'), rest.get('r/x', ['data', 'files'])]);
  expect(received.map(({ method, url }) => `${method} ${url.slice(url.lastIndexOf('documents'))}`).sort()).toEqual([
    'GET documents/r/x?prettyPrint=false&mask.fieldPaths=data&mask.fieldPaths=files',
    'POST documents:batchGet?prettyPrint=false',
  ]);
});

test('a get that Firestore refuses does not refuse those it travels with', async () => {
  const { rest } = await firestore(({ method, url }, response) => {
    if (method === 'POST' || url.includes('__bad__'))
      json(response, [{ error: { status: 'INVALID_ARGUMENT', message: 'a bad name' } }], 400);
    else json(response, document('r/a'));
  });
  const [good, bad] = await Promise.allSettled([rest.get('r/a'), rest.get('r/__bad__')]);
  expect(good).toMatchObject({ status: 'fulfilled', value: { path: 'r/a' } });
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 3 } });
});

test('a read is repeated when its connection is cut off or Firestore is unavailable', async () => {
  const { rest, received } = await firestore(({ socket }, response, nth) => {
    if (nth === 1) socket.destroy();
    else if (nth === 2) json(response, { error: { status: 'UNAVAILABLE' } }, 503);
    else json(response, document('r/a'));
  });
  expect(await rest.get('r/a')).toMatchObject({ path: 'r/a', data: { a: 1 } });
  expect(received).toHaveLength(3);
});

test.each([
  ['PERMISSION_DENIED', 403, 7],
  ['INVALID_ARGUMENT', 400, 3],
  ['FAILED_PRECONDITION', 400, 9],
])('a read that Firestore refuses with %s is asked once', async (status, http, code) => {
  const { rest, received } = await firestore((_, response) => json(response, { error: { status, message: 'no' } }, http));
  await expect(rest.get('r/a')).rejects.toMatchObject({ code });
  expect(received).toHaveLength(1);
});

test('a read ends after some tries', async () => {
  const { rest, received } = await firestore((_, response) => json(response, { error: { status: 'UNAVAILABLE' } }, 503));
  await expect(rest.get('r/a')).rejects.toMatchObject({ code: 14 });
  expect(received.length).toBeGreaterThan(1);
});

test('single conditional writes of one turn travel together and fail each by itself', async () => {
  const { rest, received } = await firestore(({ body }, response) =>
    json(response, {
      writeResults: body.writes.map(() => ({})),
      status: body.writes.map((_, i) => (i === 1 ? { code: 6, message: 'there' } : {})),
    }),
  );
  const commits = ['r/a', 'r/b', 'r/c'].map((path) => rest.commit([create(path, { a: 1 })]));
  expect(await Promise.allSettled(commits)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 6 } },
    { status: 'fulfilled' },
  ]);
  expect(received.map(({ url }) => url)).toEqual([`/v1/${root}:batchWrite?prettyPrint=false`]);
});

test('two writes of one document never travel together, and writes that belong together are one commit', async () => {
  const { rest, received } = await firestore(({ body }, response) => json(response, { ...written, status: body.writes.map(() => ({})) }));
  await Promise.all([
    rest.commit([update('r/a', { a: 1 }, { lastUpdateTime: time })]),
    rest.commit([update('r/a', { a: 2 }, { lastUpdateTime: time })]),
    rest.commit([create('r/b', {}), set('r/c', {})]),
    rest.commit([set('r/d', {})]),
  ]);
  expect(received.map(({ url, body }) => `${/:(\w+)/.exec(url)?.[1]} ${body.writes.length}`).sort()).toEqual([
    'commit 1',
    'commit 1',
    'commit 1',
    'commit 2',
  ]);
});

test('writes that Firestore refuses as a whole are sent one by one', async () => {
  const { rest, received } = await firestore(({ url, body }, response) => {
    const isBad = url.includes('batchWrite') || JSON.stringify(body).includes('r/bad');
    json(response, isBad ? { error: { status: 'INVALID_ARGUMENT', message: 'too large' } } : written, isBad ? 400 : 200);
  });
  const commits = ['r/a', 'r/bad', 'r/c'].map((path) => rest.commit([create(path, {})]));
  expect((await Promise.allSettled(commits)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(received).toHaveLength(4);
});

/** A record with the entry of its history, as a commit. */
const kept = (name: string) => [create(`r/${name}`, { a: 1 }), set(`h/${name}`, { a: 1 })];
const namesIn = ({ body }: Received) => body.writes.map((write) => /documents\/(\w\/\w+)/.exec(JSON.stringify(write))?.[1]);

test('small commits of one turn are made together, each with the time of its own first write', async () => {
  const times = ['2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z', '2026-01-01T00:00:03Z', '2026-01-01T00:00:04Z'];
  const { rest, received } = await firestore((_, response) =>
    json(response, { writeResults: times.map((updateTime) => ({ updateTime })) }),
  );
  const done = await Promise.all([rest.commit(kept('a')), rest.commit(kept('b'))]);
  expect(done.map((one) => one?.seconds)).toEqual([1, 3].map((second) => Date.UTC(2026, 0, 1, 0, 0, second) / 1000));
  expect(received.map(namesIn)).toEqual([['r/a', 'h/a', 'r/b', 'h/b']]);
});

test.each(['ALREADY_EXISTS', 'FAILED_PRECONDITION', 'ABORTED', 'INVALID_ARGUMENT'])(
  'one of them that is refused (%s) keeps no other from being made',
  async (status) => {
    const { rest, received } = await firestore(({ body }, response) => {
      const isBad = JSON.stringify(body).includes('r/bad');
      json(response, isBad ? { error: { status, message: 'no' } } : written, isBad ? 400 : 200);
    });
    const commits = ['a', 'bad', 'c'].map((name) => rest.commit(kept(name)));
    expect((await Promise.allSettled(commits)).map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(received.map(namesIn)).toEqual([
      ['r/a', 'h/a', 'r/bad', 'h/bad', 'r/c', 'h/c'],
      ['r/a', 'h/a'],
      ['r/bad', 'h/bad'],
      ['r/c', 'h/c'],
    ]);
  },
);

test('commits that add to sums, have no condition or are large go alone', async () => {
  const { rest, received } = await firestore((_, response) => json(response, written));
  await Promise.all([
    rest.commit(kept('a')),
    rest.commit([...kept('b'), add('t/a', { x: 'x' }, { n: 1 })]),
    rest.commit([set('r/c', {}), set('r/d', {})]),
    rest.commit([create('r/e', { text: 'x'.repeat(20_000) }), set('h/e', {})]),
    rest.commit(kept('f')),
  ]);
  expect(received.map((one) => namesIn(one).length).sort()).toEqual([2, 2, 3, 4]);
});

test('commits that were sent together on a connection that had been closed are repeated one by one', async () => {
  const { rest, received } = await firestore((one, response, nth) => {
    if (nth === 2) one.socket.destroy();
    else if (nth > 2 && JSON.stringify(one.body).includes('r/was'))
      json(response, { error: { status: 'ALREADY_EXISTS', message: 'there' } }, 409);
    else json(response, written);
  });
  await rest.commit([create('r/first', {})]);
  const commits = [rest.commit(kept('a')), rest.commit(kept('was'))];
  expect(await Promise.allSettled(commits)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: expect.any(UnknownFate) },
  ]);
  expect(received.slice(1).map((one) => namesIn(one).length)).toEqual([4, 2, 2]);
});

test('a commit is not repeated when its connection is cut off before the answer: its fate is unknown', async () => {
  const { rest, received } = await firestore(({ socket }) => socket.destroy());
  await expect(rest.commit([update('r/a', { a: 1 }, { lastUpdateTime: time })])).rejects.toBeInstanceOf(UnknownFate);
  expect(received).toHaveLength(1);
});

test('an unconditional commit is not repeated on a connection that had been closed while idle either', async () => {
  const { rest, received } = await firestore(closesSecond);
  await rest.commit([set('r/a', { a: 1 })]);
  await expect(rest.commit([set('r/a', { a: 2 })])).rejects.toBeInstanceOf(UnknownFate);
  expect(received).toHaveLength(2);
});

test('a conditional commit is repeated then, since it cannot be applied twice', async () => {
  const { rest, received } = await firestore(closesSecond);
  await rest.commit([create('r/a', {})]);
  await rest.commit([create('r/b', {})]);
  expect(received.map(({ body }) => JSON.stringify(body).includes('r/b'))).toEqual([false, true, true]);
});

test('a condition that refuses the repetition tells nothing about the first try', async () => {
  const { rest } = await firestore(({ socket }, response, nth) => {
    if (nth === 1) json(response, written);
    else if (nth === 2) socket.destroy();
    else json(response, { error: { status: 'FAILED_PRECONDITION', message: 'changed' } }, 400);
  });
  await rest.commit([create('r/a', {})]);
  const second = rest.commit([update('r/a', { a: 2 }, { lastUpdateTime: time })]);
  await expect(second).rejects.toBeInstanceOf(UnknownFate);
});

test('a refusal by the condition itself keeps its code', async () => {
  const { rest } = await firestore((_, response) => json(response, { error: { status: 'FAILED_PRECONDITION', message: 'changed' } }, 400));
  await expect(rest.commit([update('r/a', { a: 2 }, { lastUpdateTime: time })])).rejects.toMatchObject({ code: 9, message: 'changed' });
});

test('a connection that was idle for long is not used again', async () => {
  let clock = 1_000_000;
  const { rest, received } = await firestore(
    ({ body }, response) => json(response, body.documents.length > 0 ? [] : document('r/a')),
    () => clock,
  );
  await rest.get('r/a');
  await rest.get('r/a');
  clock += 60_000;
  await rest.get('r/a');
  const [first, second, third] = received.map(({ socket }) => socket);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a repetition that is refused for another reason keeps its code', async () => {
  const { rest } = await firestore(({ socket }, response, nth) => {
    if (nth === 1) json(response, written);
    else if (nth === 2) socket.destroy();
    else json(response, { error: { status: 'PERMISSION_DENIED', message: 'no' } }, 403);
  });
  await rest.commit([create('r/a', {})]);
  await expect(rest.commit([create('r/b', {})])).rejects.toMatchObject({ code: 7, message: 'no' });
});

test('an answer that does not come in time is told as such', async () => {
  vi.spyOn(Connections.prototype, 'exchange').mockRejectedValueOnce(Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' }));
  const { rest } = await firestore((_, response) => json(response, written));
  await expect(rest.commit([set('r/a', {})])).rejects.toMatchObject({ code: 4, message: 'Firestore did not answer in time.' });
});

test('one of several that is refused for another reason by the repetition keeps its code as well', async () => {
  const { rest } = await firestore(({ socket }, response, nth) => {
    if (nth === 1) json(response, written);
    else if (nth === 2) socket.destroy();
    else json(response, { status: [{ code: 7, message: 'no' }, {}], writeResults: [{}, { updateTime: '2026-01-01T00:00:00Z' }] });
  });
  await rest.commit([create('r/a', {})]);
  const [refused, made] = await Promise.allSettled([rest.commit([create('r/b', {})]), rest.commit([create('r/c', {})])]);
  expect(refused).toMatchObject({ reason: { code: 7, message: 'no' } });
  expect(made.status).toBe('fulfilled');
});

test('what is sent at the end of an answer goes out at once, on the same connection', async () => {
  const { received, origin } = await firestore((_, response) => json(response, written));
  const transport = createTransport(origin, () => 'a token');
  const message = { body: '{}', repeat: false };
  const seen: string[] = [];
  const note = () => seen.push('sent');
  // https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
  subscribe('undici:client:sendHeaders', note);
  try {
    await transport.send('POST', 'first', message);
    await new Promise((answered) => {
      const ended = () => {
        setImmediate(() => seen.push('a turn later'));
        void transport.send('POST', 'third', message).then(answered);
      };
      void transport.send('POST', 'second', { ...message, ended });
    });
  } finally {
    unsubscribe('undici:client:sendHeaders', note);
  }
  expect(seen.slice(0, 4)).toEqual(['sent', 'sent', 'sent', 'a turn later']);
  expect(new Set(received.map(({ socket }) => socket)).size).toBe(1);
});

test.each(['POST', 'GET'] as const)(
  'what is sent at the end of the last answer of a connection goes over another one: %s',
  async (method) => {
    const { received, origin } = await firestore((_, response) => json(response.setHeader('connection', 'close'), written));
    const transport = createTransport(origin, () => 'a token');
    const next = new Promise((answered) => {
      const ended = () => void transport.send(method, 'second', { repeat: false }).then(answered);
      void transport.send('POST', 'first', { body: '{}', repeat: false, ended });
    });
    expect(await next).toEqual(written);
    expect(new Set(received.map(({ socket }) => socket)).size).toBe(2);
  },
);

test('a commit that waits for one whose connection cannot be made fails like it', async () => {
  const { origin } = await firestore(() => {});
  await new Promise((closed) => server?.close(closed));
  const rest = createRestFirestore(
    createTransport(origin, () => 'a token'),
    'demo',
  );
  const first = rest.commit([create('a/1', {})]);
  await new Promise((turn) => setImmediate(turn));
  const failed = await Promise.allSettled([first, rest.commit([create('a/2', {})]), rest.commit([create('a/3', {}), set('a/4', {})])]);
  expect(failed.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : each.value))).toEqual(
    Array.from({ length: 3 }, () => 'ECONNREFUSED'),
  );
});
