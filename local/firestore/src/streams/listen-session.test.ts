import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asc, put, query } from '../../test/support/engine-builders.ts';
import { told } from '../../test/support/listen-client.ts';
import { Call } from '../actions/call.ts';
import { RulesRegistry } from '../actions/rules-registry.ts';
import type { Database, Engine } from '../store/engine.ts';
import { createEngine } from '../store/create-engine.ts';
import { framed, FrameReader } from '../wire/grpc/frames.ts';
import { type ListenResponse, listenResponse } from '../codec/messages/listen.ts';
import { ListenSession } from './listen-session.ts';
import { queryTarget } from './query-target.ts';
import { stopWatch } from './watch.ts';

let dataDir: string;
let engine: Engine;
let database: Database;
let session: ListenSession;
let sent: ListenResponse[];
let backlog: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'listen-session-'));
  engine = await createEngine({ dataDir, indexMode: 'strict' });
  database = engine.database('demo', '(default)');
  sent = [];
  backlog = 0;
  const backend = { engine, rules: new RulesRegistry(() => ({ issues: [] })), opened: () => undefined, attribute: () => undefined };
  const channel = { send: (messages: readonly ListenResponse[]) => sent.push(...messages), end: () => undefined, backlog: () => backlog };
  session = new ListenSession(new Call(backend, 'Bearer owner'), database, channel);
});

afterEach(async () => {
  session.close();
  stopWatch(database);
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function listen(id: number, collectionId: string, limit?: number): void {
  const wanted = query(collectionId, limit === undefined ? {} : { limit, orderBy: asc('n') });
  session.add(queryTarget(id, wanted, session.context), undefined, { resumes: false });
}

const write = (path: string, n: number) => database.commit([put(path, { n: BigInt(n) })]);
/** The messages since the last call, as they arrive. */
const news = (): readonly string[] =>
  told(new FrameReader(undefined).push(framed(listenResponse, sent.splice(0))).map((message) => listenResponse.decode(message)));

function fallBehind(): void {
  backlog = 100 << 20;
}

function takeAll(): void {
  backlog = 0;
  session.catchUp();
}

test('a client that lags and adds a target gets what its other targets missed, before anything is called consistent', async () => {
  await write('b/x', 1);
  listen(2, 'a');
  news();
  fallBehind();
  await write('a/1', 1);
  await write('a/2', 2);
  listen(4, 'b');
  expect(news()).toEqual(['ADD 4', 'doc b/x 4', 'CURRENT 4']);
  takeAll();
  expect(news()).toEqual(['doc a/1 2', 'doc a/2 2', 'now']);
  await write('b/x', 2);
  expect(news()).toEqual(['doc b/x 4', 'now']);
});

test('a target added while the client lags becomes consistent although the others missed nothing', async () => {
  listen(2, 'a');
  fallBehind();
  await write('a/1', 1);
  session.remove(2);
  listen(4, 'b');
  news();
  takeAll();
  expect(news()).toEqual(['now']);
});

test('a client that falls behind at a commit it has not been told of is not told that all is consistent', async () => {
  listen(2, 'a');
  news();
  fallBehind();
  const written = write('a/1', 1);
  expect(database.get('a/1')).toBeDefined();
  session.heartbeat();
  expect(news()).toEqual([]);
  listen(4, 'b');
  expect(news()).toEqual(['ADD 4', 'CURRENT 4']);
  await written;
  takeAll();
  expect(news()).toEqual(['doc a/1 2', 'now']);
});

test('a client that is behind what history knows gets all targets again, consistent only with the last of them', async () => {
  await write('b/x', 1);
  listen(2, 'a', 1);
  listen(4, 'b');
  news();
  fallBehind();
  await write('a/1', 1);
  await database.clear();
  await write('a/2', 2);
  takeAll();
  expect(news()).toEqual(['RESET 2', 'doc a/2 2', 'CURRENT 2', 'RESET 4', 'CURRENT 4', 'now']);
});
