// Measures what clients get over the wire: a server process, firebase-admin and raw HTTP/2 here. Prints one line per figure.
import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { initializeApp } from 'firebase-admin/app';
import { initializeFirestore } from 'firebase-admin/firestore';
import { framed } from '../src/wire/grpc/frames.ts';
import { commitRequest } from '../src/codec/messages/documents.ts';
import { listenRequest } from '../src/codec/messages/listen.ts';
import { runQueryRequest } from '../src/codec/messages/queries.ts';
import { load, report } from './load.ts';
import { startServer } from './start-server.ts';

const database = 'projects/demo-bench/databases/(default)';
function call(session: ClientHttp2Session, rpc: string): ClientHttp2Stream {
  return session.request({
    ':method': 'POST',
    ':path': `/google.firestore.v1.Firestore/${rpc}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer owner',
  });
}

function once200(session: ClientHttp2Session, rpc: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = call(session, rpc);
    stream.on('trailers', (trailers) => {
      if (String(trailers['grpc-status']) !== '0') reject(new Error(`${rpc}: ${trailers['grpc-message']}`));
    });
    stream.on('error', reject);
    stream.on('close', resolve);
    stream.resume();
    stream.end(body);
  });
}

function commitOf(paths: readonly string[], stamp: number): Buffer {
  const writes = paths.map((path, index) => ({
    update: {
      name: `${database}/documents/${path}`,
      fields: new Map<string, bigint | string>([
        ['n', BigInt(stamp + index)],
        ['text', 'some words of a usual length'],
      ]),
    },
    updateTransforms: [],
  }));
  return framed(commitRequest, [{ database, writes, transaction: new Uint8Array() }]);
}

function listen(session: ClientHttp2Session, targets: readonly object[]): Promise<ClientHttp2Stream> {
  const stream = call(session, 'Listen');
  stream.on('error', () => undefined);
  for (const [index, target] of targets.entries()) {
    const request = {
      database,
      labels: [],
      addTarget: { resumeToken: new Uint8Array(), targetId: (index + 1) * 2, once: false, ...target },
    };
    stream.write(framed(listenRequest, [request]));
  }
  return new Promise((resolve) => {
    stream.once('data', () => {
      stream.resume();
      setTimeout(() => resolve(stream), 300);
    });
  });
}

const starts: number[] = [];
for (let run = 0; run < 4; run++) {
  const tried = await startServer();
  starts.push(tried.millis);
  await tried.stop();
}
const server = await startServer();
const { port } = server;
report('port open after the process starts (median of 5)', [...starts, server.millis].toSorted((a, b) => a - b)[2] ?? Number.NaN, 'ms');
report('idle RSS', server.rss(), 'MiB');

const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 1 << 24 } });
await once(session, 'connect');
session.setLocalWindowSize(1 << 26);
const batch = (collection: string, index: number) =>
  commitOf(
    Array.from({ length: 500 }, (_, i) => `${collection}/d${index * 500 + i}`),
    index,
  );
const single = (collection: string, total: number) =>
  load(50, total, (index) => once200(session, 'Commit', commitOf([`${collection}/d${index % 5000}`], index)));

process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${port}`;
const admin = initializeFirestore(initializeApp({ projectId: 'demo-bench' }), {});
await load(4, 20, async (index) => {
  const writer = admin.batch();
  for (let i = 0; i < 500; i++) writer.set(admin.doc(`warm/d${index * 500 + i}`), { n: i, text: 'some words of a usual length' });
  await writer.commit();
});
const adminRate = await load(4, 100, async (index) => {
  const writer = admin.batch();
  for (let i = 0; i < 500; i++) writer.set(admin.doc(`admin/d${index * 500 + i}`), { n: i, text: 'some words of a usual length' });
  await writer.commit();
});
report('firebase-admin, batches of 500: documents', adminRate * 500, '/s');

await load(4, 40, (index) => once200(session, 'Commit', batch('heat', index)));
const plain = await load(4, 200, (index) => once200(session, 'Commit', batch('plain', index)));
report('raw HTTP/2, batches of 500: documents', plain * 500, '/s');

const listenerSession = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 1 << 24 } });
await once(listenerSession, 'connect');
listenerSession.setLocalWindowSize(1 << 26);
const query = (collectionId: string) => ({
  query: { parent: `${database}/documents`, structuredQuery: { from: [{ collectionId, allDescendants: false }], orderBy: [], offset: 0 } },
});
const whole = await listen(listenerSession, [query('watched')]);
const stretch = (from: number, count: number) => load(4, count, (index) => once200(session, 'Commit', batch('watched', from + index)));
const firstTenth = await stretch(0, 20);
const middle = await stretch(20, 160);
const lastTenth = await stretch(180, 20);
const watched = 200 / (20 / firstTenth + 160 / middle + 20 / lastTenth);
report('… with a listener on the whole collection', (watched / plain) * 100, '% of it');
report('… the last tenth of 100,000 against the first', firstTenth / lastTenth, 'times');
whole.close();

await single('s', 5000);
const before = await single('s', 20_000);
report('raw HTTP/2, single writes, 50 at a time', before, '/s');
const many = await listen(
  listenerSession,
  Array.from({ length: 1000 }, (_, index) => ({ documents: { documents: [`${database}/documents/other/d${index}`] } })),
);
const among = await single('s', 20_000);
report('… with 1,000 listeners on other documents', (before / among - 1) * 100, '% dearer');
many.close();
const owners = await listen(
  listenerSession,
  Array.from({ length: 1000 }, (_, index) => ({
    query: {
      parent: `${database}/documents`,
      structuredQuery: {
        ...query('s').query.structuredQuery,
        where: { fieldFilter: { field: { fieldPath: 'text' }, op: 'EQUAL', value: `owner ${index}` } },
      },
    },
  })),
);
report('… with 1,000 listeners on other values in the collection', (before / (await single('s', 20_000)) - 1) * 100, '% dearer');
owners.close();

const runQuery = framed(runQueryRequest, [
  {
    parent: `${database}/documents`,
    transaction: new Uint8Array(),
    structuredQuery: {
      from: [{ collectionId: 'plain', allDescendants: false }],
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: 300n } },
      orderBy: [],
      offset: 0,
      limit: 100,
    },
  },
]);
await load(20, 500, () => once200(session, 'RunQuery', runQuery));
report('single-index query of 100 out of 100,000', await load(20, 4000, () => once200(session, 'RunQuery', runQuery)), '/s');
report('RSS at the end', server.rss(), 'MiB');

session.destroy();
listenerSession.destroy();
await admin.terminate();
await server.stop();
process.exit(0);
