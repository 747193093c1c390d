import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../store/engine.ts';
import { parseTimestamp } from '../storage-rules/document-json.ts';
import { createEngine } from '../store/create-engine.ts';
import { TriggerService } from './service.ts';

interface Received {
  readonly key: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let functions: Server;
let received: Received[];
let answers: number[];
let arrived: () => void;
let service: TriggerService;
let database: Database;

beforeEach(async () => {
  received = [];
  answers = [];
  arrived = () => undefined;
  functions = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ key: request.url?.split('/').at(-1) ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end('{}');
      arrived();
    });
  }).listen(0, '127.0.0.1');
  await once(functions, 'listening');
  service = new TriggerService(`127.0.0.1:${(functions.address() as AddressInfo).port}`);
  database = (await createEngine({ indexMode: 'strict' })).database('demo-p', '(default)');
  service.follow(database);
});
afterEach(() => {
  service.stop();
  functions.close();
});

const register = (key: string, type: string, value: string) =>
  service.register('demo-p', key, 2, {
    eventType: `google.cloud.firestore.document.v1.${type}`,
    document: { value, matchType: 'PATH_PATTERN' },
  });
const set = (path: string, n: bigint) =>
  database.commit([{ kind: 'update', path, fields: new Map([['n', n]]), transforms: [] }], {
    authorize: ([change]) => {
      const version = change?.after ?? change?.before;
      if (version) service.attribute(version, { kind: 'user', auth: { uid: 'änna', token: {} } });
    },
  });

async function events(count: number): Promise<readonly Received[]> {
  while (received.length < count) {
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
  return received;
}

test('an event carries both versions and who wrote, in the form that the functions emulator decodes', async () => {
  register('us-central1-up-0', 'updated.withAuthContext', 'c/{id}');
  await set('c/a', 1n);
  await set('c/a', 2n);
  const [event] = await events(1);
  expect(event?.headers).toMatchObject({
    'content-type': 'application/protobuf',
    'ce-type': 'google.cloud.firestore.document.v1.updated.withAuthContext',
    'ce-document': 'c/a',
    'ce-subject': 'documents/c/a',
    'ce-source': '//firestore.googleapis.com/projects/demo-p/databases/(default)',
    'ce-authtype': 'app_user',
    'ce-authid': '%C3%A4nna',
  });
  const reader = protobuf.Reader.create(Buffer.from(event?.body ?? '', 'base64'));
  expect([reader.uint32() >>> 3, reader.skipType(2).uint32() >>> 3, reader.skipType(2).uint32() >>> 3]).toEqual([1, 2, 3]);
});

test('events of one document come in commit order, also when the first has to be repeated', async () => {
  register('us-central1-w-0', 'written', 'c/{id}');
  answers = [503];
  for (const n of [1n, 2n, 3n]) await set('c/a', n);
  // As numbers: the text of a whole millisecond is shorter and sorts after the others of that millisecond.
  const times = (await events(4)).map(({ headers }) => parseTimestamp(String(headers['ce-time'])).toMicros());
  expect(times[0]).toBe(times[1]);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('only the newest generation of a function is called, and a 404 forgets it', async () => {
  register('us-central1-w-0', 'written', 'c/{id}');
  register('us-central1-w-1', 'written', 'c/{id}');
  answers = [404];
  await set('c/a', 1n);
  expect((await events(1)).map(({ key }) => key)).toEqual(['us-central1-w-1']);
  register('us-central1-other-0', 'created', 'd/{id}');
  await set('c/a', 2n);
  await set('d/a', 1n);
  expect((await events(2)).map(({ key }) => key)).toEqual(['us-central1-w-1', 'us-central1-other-0']);
});

test('a write that changes nothing is no event', async () => {
  register('us-central1-w-0', 'written', '{c}/{id}');
  await set('c/a', 1n);
  await set('c/a', 1n);
  await set('c/b', 1n);
  expect((await events(2)).map(({ headers }) => headers['ce-document'])).toEqual(['c/a', 'c/b']);
});
