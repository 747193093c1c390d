import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireFilter } from '../../src/codec/messages/query.ts';
import { useFirestore, userToken } from '../support/firestore-server.ts';
import { ListenClient, type Target, told } from '../support/listen-client.ts';

const rules = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents {
  match /c/{id} { allow read: if resource == null || resource.data.public == true; }
  match /rooms/{room}/notes/{id} { allow read: if get(/databases/$(db)/documents/rooms/$(room)).data.open == true; }
} }`;
const { server } = useFirestore({ rules });
const database = 'projects/demo-listen/databases/(default)';
const clients: ListenClient[] = [];

beforeEach(async () => {
  await fetch(`${server().url}/emulator/v1/${database}/documents`, { method: 'DELETE' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function listen(authorization?: string): ListenClient {
  const client = new ListenClient(server().url, database, authorization);
  clients.push(client);
  return client;
}

async function commit(...writes: object[]): Promise<void> {
  const response = await fetch(`${server().url}/v1/${database}/documents:commit`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ writes }),
  });
  expect(response.status).toBe(200);
}
const set = (path: string, n: number, more: object = {}) => ({
  update: { name: `${database}/documents/${path}`, fields: { n: { integerValue: n }, ...more } },
});
const remove = (path: string) => ({ delete: `${database}/documents/${path}` });

const where = (op: 'GREATER_THAN' | 'EQUAL', value: bigint): WireFilter => ({ fieldFilter: { field: { fieldPath: 'n' }, op, value } });
function query(
  targetId: number,
  more: { readonly where?: WireFilter; readonly limit?: number; readonly resumeToken?: Uint8Array } = {},
): Target {
  const { resumeToken = new Uint8Array(), ...rest } = more;
  return {
    targetId,
    resumeToken,
    query: {
      parent: `${database}/documents`,
      structuredQuery: {
        from: [{ collectionId: 'c', allDescendants: false }],
        orderBy: [{ field: { fieldPath: 'n' }, direction: 'ASCENDING' }],
        offset: 0,
        ...rest,
      },
    },
  };
}
const notesOf = (targetId: number, room: string): Target => ({
  targetId,
  query: {
    parent: `${database}/documents/rooms/${room}`,
    structuredQuery: { from: [{ collectionId: 'notes', allDescendants: false }], orderBy: [], offset: 0 },
  },
});
const documents = (targetId: number, ...paths: string[]): Target => ({
  targetId,
  documents: { documents: paths.map((path) => `${database}/documents/${path}`) },
});

function tokenOf(messages: Awaited<ReturnType<ListenClient['snapshot']>>): Uint8Array {
  return messages.at(-1)?.targetChange?.resumeToken ?? new Uint8Array();
}

test('a target starts with its documents in query order and one global message', async () => {
  await commit(set('c/a', 2), set('c/b', 1), set('other/x', 1));
  const client = listen();
  client.add(query(2));
  expect(told(await client.snapshot())).toEqual(['ADD 2', 'doc c/b 2', 'doc c/a 2', 'CURRENT 2', 'now']);
});

test('a commit is told once for all targets of the stream, with exactly one global message', async () => {
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  client.add(query(4, { where: where('GREATER_THAN', 5n) }));
  await client.snapshot();
  client.add(documents(6, 'c/a', 'c/missing'));
  expect(told(await client.snapshot())).toEqual(['ADD 6', 'delete c/a 6', 'delete c/missing 6', 'CURRENT 6', 'now']);
  await commit(set('c/a', 9), set('c/b', 1));
  expect(told(await client.snapshot())).toEqual(['doc c/a 2,4,6', 'doc c/b 2', 'now']);
  await commit(set('c/a', 3));
  expect(told(await client.snapshot())).toEqual(['doc c/a 2,6', 'out c/a 4', 'now']);
  await commit(remove('c/a'), set('elsewhere/x', 1));
  expect(told(await client.snapshot())).toEqual(['delete c/a 2,6', 'now']);
});

test('commits elsewhere and writes that change nothing are not told', async () => {
  await commit(set('c/a', 1));
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  await commit(set('elsewhere/x', 1));
  await commit(set('c/a', 1));
  await commit(set('c/a', 2));
  expect(told(await client.snapshot())).toEqual(['doc c/a 2', 'now']);
});

test('a limited target is refilled', async () => {
  await commit(set('c/a', 1), set('c/b', 2), set('c/c', 3));
  const client = listen();
  client.add(query(2, { limit: 2 }));
  expect(told(await client.snapshot())).toEqual(['ADD 2', 'doc c/a 2', 'doc c/b 2', 'CURRENT 2', 'now']);
  await commit(remove('c/a'));
  expect([...told(await client.snapshot())].sort()).toEqual(['delete c/a 2', 'doc c/c 2', 'now']);
  await commit(set('c/z', 100));
  await commit(set('c/0', 0));
  expect([...told(await client.snapshot())].sort()).toEqual(['doc c/0 2', 'now', 'out c/c 2']);
});

test('resuming tells only what happened since', async () => {
  await commit(set('c/a', 1), set('c/b', 2));
  const first = listen();
  first.add(query(2));
  const token = tokenOf(await first.snapshot());
  first.close();
  await commit(set('c/c', 3));
  await commit(set('c/c', 4), remove('c/a'));
  const second = listen();
  second.add(query(2, { resumeToken: token }));
  expect([...told(await second.snapshot())].sort()).toEqual(['ADD 2', 'CURRENT 2', 'delete c/a 2', 'doc c/c 2', 'now']);
});

test('resuming a limited target tells which documents left it and which moved up', async () => {
  await commit(set('c/a', 1), set('c/b', 2), set('c/c', 3), set('c/d', 4));
  const first = listen();
  first.add(query(2, { limit: 2 }));
  const token = tokenOf(await first.snapshot());
  await commit(set('c/c', 30));
  await commit(remove('c/a'));
  const second = listen();
  second.add(query(2, { limit: 2, resumeToken: token }));
  expect(told(await second.snapshot())).toEqual(['ADD 2', 'doc c/d 2', 'delete c/a 2', 'CURRENT 2', 'now']);
  await commit(set('c/0', 0));
  expect(told(await second.snapshot())).toEqual(['doc c/0 2', 'out c/d 2', 'now']);
});

test('resuming an unchanged limited target tells no document', async () => {
  await commit(set('c/a', 1), set('c/b', 2), set('c/c', 3));
  const first = listen();
  first.add(query(2, { limit: 2 }));
  const token = tokenOf(await first.snapshot());
  await commit(set('c/c', 4));
  const second = listen();
  second.add(query(2, { limit: 2, resumeToken: token }));
  expect(told(await second.snapshot())).toEqual(['ADD 2', 'CURRENT 2', 'now']);
});

test.each([{}, { limit: 1 }])('a token from before what history still knows starts over (%j)', async (more) => {
  await commit(set('c/a', 1));
  const first = listen();
  first.add(query(2, more));
  const token = tokenOf(await first.snapshot());
  await fetch(`${server().url}/emulator/v1/${database}/documents`, { method: 'DELETE' });
  await commit(set('c/b', 1));
  const second = listen();
  second.add(query(2, { ...more, resumeToken: token }));
  expect(told(await second.snapshot())).toEqual(['ADD 2', 'RESET 2', 'doc c/b 2', 'CURRENT 2', 'now']);
});

test('a token that is none of ours starts over', async () => {
  await commit(set('c/a', 1));
  const client = listen();
  client.add(query(2, { resumeToken: new Uint8Array([1, 2, 3]) }));
  expect(told(await client.snapshot())).toEqual(['ADD 2', 'RESET 2', 'doc c/a 2', 'CURRENT 2', 'now']);
});

test('removing a target is acknowledged and silences it', async () => {
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  client.add(query(4));
  await client.snapshot();
  client.remove(2);
  expect(told([(await client.message()) ?? {}])).toEqual(['REMOVE 2']);
  await commit(set('c/a', 1));
  expect(told(await client.snapshot())).toEqual(['doc c/a 4', 'now']);
});

test('a target id in use ends the stream as the client’s mistake', async () => {
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  client.add(query(2));
  await client.snapshot();
  expect(client.status).toBe('3');
});

test('a refused target is removed with its cause and the stream goes on', async () => {
  const client = listen(`Bearer ${userToken('anna')}`);
  client.add(query(2));
  expect(told([(await client.message()) ?? {}])).toEqual(['REMOVE 2 cause 7']);
  client.add(documents(4, 'c/none'));
  expect(told(await client.snapshot())).toEqual(['ADD 4', 'delete c/none 4', 'CURRENT 4', 'now']);
});

test('a watched document that the rules no longer show ends its target without showing it', async () => {
  await commit(set('c/a', 1, { public: { booleanValue: true } }));
  const client = listen('');
  client.add(documents(2, 'c/a'));
  expect(told(await client.snapshot())).toEqual(['ADD 2', 'doc c/a 2', 'CURRENT 2', 'now']);
  await commit(set('c/a', 2, { public: { booleanValue: false } }));
  expect(told([(await client.message()) ?? {}])).toEqual(['REMOVE 2 cause 7']);
});

test('a document that the rules ask for ends the targets that it closes as soon as it changes, and no others', async () => {
  const open = (room: string, isOpen: boolean) => set(`rooms/${room}`, 1, { open: { booleanValue: isOpen } });
  await commit(open('a', true), open('b', true), set('rooms/a/notes/1', 1));
  const client = listen('');
  client.add(documents(2, 'rooms/a/notes/1'));
  client.add(notesOf(4, 'a'));
  client.add(notesOf(6, 'b'));
  for (let i = 0; i < 3; i++) await client.snapshot();
  await commit(set('rooms/a', 2, { open: { booleanValue: true } }), set('rooms/c', 1));
  await commit(open('a', false));
  expect(told([(await client.message()) ?? {}, (await client.message()) ?? {}])).toEqual(['REMOVE 2 cause 7', 'REMOVE 4 cause 7']);
  await commit(open('a', true), set('rooms/a/notes/1', 3));
  await commit(set('rooms/b/notes/1', 1));
  expect(told(await client.snapshot())).toEqual(['doc rooms/b/notes/1 6', 'now']);
});

test('clearing is one snapshot with everything deleted', async () => {
  await commit(set('c/a', 1), set('c/b', 2));
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  await fetch(`${server().url}/emulator/v1/${database}/documents`, { method: 'DELETE' });
  expect([...told(await client.snapshot())].sort()).toEqual(['delete c/a 2', 'delete c/b 2', 'now']);
});

test('a client that does not read is not buffered for without end, and catches up in one step', async () => {
  const client = listen();
  client.add(query(2));
  await client.snapshot();
  client.pause();
  const text = { stringValue: 'x'.repeat(500_000) };
  for (let n = 0; n < 80; n++) await commit(set(`c/${n % 4}`, n, { text }));
  client.resume();
  const last = new Map<string, bigint>();
  while (last.size < 4 || [...last.values()].some((n) => n < 76n)) {
    for (const { documentChange } of await client.snapshot()) {
      const n = documentChange?.document?.fields.get('n');
      if (typeof n === 'bigint') last.set(documentChange?.document?.name ?? '', n);
    }
  }
  expect([...last.values()].sort()).toEqual([76n, 77n, 78n, 79n]);
});
