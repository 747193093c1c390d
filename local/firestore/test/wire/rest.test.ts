import { expect, test } from 'vitest';
import { useFirestore, userToken } from '../support/firestore-server.ts';

const rules = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents { match /c/{id} { allow read: if request.auth.uid == id; } } }`;
const { server } = useFirestore({ rules });
const root = 'projects/demo-rest/databases/(default)/documents';

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = { authorization: 'Bearer owner' }) {
  const response = await fetch(`${server().url}/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test('a document is created, patched under a mask, read and deleted', async () => {
  const created = await call('POST', `${root}/c?documentId=a`, {
    fields: { n: { integerValue: 1 }, d: { doubleValue: 2 }, keep: { stringValue: '/' } },
  });
  expect(created.text).toMatch(
    /^\{\n {2}"name": "projects\/demo-rest\/databases\/\(default\)\/documents\/c\/a",\n {2}"fields": \{\n {4}"n": \{\n {6}"integerValue": "1"\n {4}\},\n {4}"d": \{\n {6}"doubleValue": 2\.0\n/,
  );
  await call('PATCH', `${root}/c/a?updateMask.fieldPaths=n&currentDocument.exists=true`, { fields: { n: { integerValue: '2' } } });
  const read = JSON.parse((await call('GET', `${root}/c/a?mask.fieldPaths=n`)).text);
  expect(read.fields).toEqual({ n: { integerValue: '2' } });
  expect((await call('DELETE', `${root}/c/a`)).text).toBe('{\n}\n');
  const gone = await call('GET', `${root}/c/a`);
  expect(gone.status).toBe(404);
  expect(gone.text).toBe(
    '{"error":{"code":404,"message":"Document (projects\\/demo-rest\\/databases\\/(default)\\/documents\\/c\\/a) not found.","status":"NOT_FOUND"}}',
  );
});

test('streams are JSON lists', async () => {
  await call('PATCH', `${root}/s/a`, { fields: { n: { integerValue: 1 } } });
  const empty = await call('POST', `${root}:runQuery`, { structuredQuery: { from: [{ collectionId: 'none' }] } });
  expect(JSON.parse(empty.text)).toEqual([{ readTime: expect.any(String), done: true }]);
  const found = JSON.parse((await call('POST', `${root}:runQuery`, { structuredQuery: { from: [{ collectionId: 's' }] } })).text);
  expect(found).toMatchObject([{ document: { name: `${root}/s/a` }, done: true }]);
  const both = JSON.parse((await call('POST', `${root}:batchGet`, { documents: [`${root}/s/none`, `${root}/s/a`] })).text);
  expect(both).toMatchObject([{ missing: `${root}/s/none` }, { found: { name: `${root}/s/a` } }]);
});

test('pages of a list follow one another', async () => {
  for (const id of ['a', 'b', 'c']) await call('PATCH', `${root}/pages/${id}`, {});
  const ids: string[] = [];
  let token = '';
  do {
    const page = JSON.parse((await call('GET', `${root}/pages?pageSize=2&pageToken=${token}`)).text);
    ids.push(...(page.documents ?? []).map((found: { name: string }) => found.name.at(-1)));
    token = page.nextPageToken ?? '';
  } while (token !== '');
  expect(ids).toEqual(['a', 'b', 'c']);
});

test('rules hold for users, administrators pass', async () => {
  await call('PATCH', `${root}/c/anna`, {});
  const token = { authorization: `Bearer ${userToken('anna')}` };
  expect((await call('GET', `${root}/c/anna`, undefined, token)).status).toBe(200);
  expect((await call('GET', `${root}/c/bert`, undefined, token)).status).toBe(403);
  expect((await call('GET', `${root}/c/anna`, undefined, {})).status).toBe(403);
  expect((await call('PATCH', `${root}/c/anna`, {}, token)).status).toBe(403);
  expect((await call('POST', `${root}:listCollectionIds`, {}, token)).text).toContain('Metadata operations require admin authentication.');
});

test.each([
  ['text that is no JSON', '{', 400, "Payload isn't valid for request."],
  ['an unknown field', { nonsense: 1 }, 400, "Payload isn't valid for request."],
  ['a list', '[]', 400, "Payload isn't valid for request."],
  [
    'an integer beyond int64',
    { writes: [{ update: { name: `${root}/c/a`, fields: { n: { integerValue: '9223372036854775808' } } } }] },
    400,
    "Payload isn't valid",
  ],
  [
    'a name of another database',
    { writes: [{ delete: 'projects/other/databases/(default)/documents/c/a' }] },
    400,
    'is not in the database',
  ],
  ['a write of no kind', { writes: [{}] }, 400, 'must be an update'],
  ['JSON nested ten thousand deep', `${'{"writes":['.repeat(1)}${'['.repeat(10_000)}${']'.repeat(10_000)}]}`, 400, ''],
])('a commit of %s is refused and writes nothing', async (_what, body, status, message) => {
  const answer = await call('POST', `${root}:commit`, body);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(message.replaceAll('/', '\\/'));
});

test('values nested beyond the limit are the client’s mistake, not a crash', async () => {
  for (const depth of [60, 101, 3000, 100_000]) {
    const value = `${'{"mapValue":{"fields":{"a":'.repeat(depth)}{"nullValue":null}${'}}}'.repeat(depth)}`;
    expect((await call('PATCH', `${root}/c/deep`, `{"fields":{"a":${value}}}`)).status).toBe(400);
  }
});

test('a body of more than 10 MiB is refused, an unknown path 404', async () => {
  for (const mebibytes of [11, 17]) {
    const large = await call('POST', `${root}:commit`, 'x'.repeat(mebibytes * 1024 * 1024));
    expect([large.status, large.text]).toEqual([400, expect.stringContaining('Request payload size exceeds the limit: 10485760 bytes.')]);
  }
  const unknown = await call('POST', `${root}:nothing`, {});
  expect([unknown.status, unknown.text]).toEqual([404, 'Not Found\n']);
});

test('a read that the rules refuse leaves no lock behind', async () => {
  const mallory = { authorization: `Bearer ${userToken('mallory')}` };
  const name = `${root}/c/locked`;
  await call('PATCH', name, {});
  const newTransaction = { readWrite: {} };
  const query = { from: [{ collectionId: 'c' }] };
  const refused = await Promise.all([
    call('POST', `${root}:batchGet`, { documents: [name], newTransaction }, mallory),
    call('POST', `${root}:runQuery`, { structuredQuery: query, newTransaction }, mallory),
    call(
      'POST',
      `${root}:runAggregationQuery`,
      { structuredAggregationQuery: { structuredQuery: query, aggregations: [{ count: {} }] }, newTransaction },
      mallory,
    ),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await call('PATCH', name, {})).status).toBe(200);
});

test('reads of a read-only transaction all name its time', async () => {
  await call('PATCH', `${root}/c/timed`, {});
  const { transaction } = JSON.parse((await call('POST', `${root}:beginTransaction`, { options: { readOnly: {} } })).text);
  const times: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    await call('PATCH', `${root}/c/timed`, { fields: { n: { integerValue: i } } });
    const [{ readTime }] = JSON.parse((await call('POST', `${root}:batchGet`, { documents: [`${root}/c/timed`], transaction })).text);
    times.push(readTime);
  }
  expect(times[1]).toBe(times[0]);
});

test('two writes to one document in a batch that is not atomic are refused, and nothing is written', async () => {
  const write = { update: { name: `${root}/c/twice`, fields: {} } };
  expect((await call('POST', `${root}:batchWrite`, { writes: [write, write] })).status).toBe(400);
  expect((await call('GET', `${root}/c/twice`)).status).toBe(404);
});

test('any page may call, and preflights are answered', async () => {
  const answer = await call('GET', `${root}/c/x`, undefined, { origin: 'http://page.test' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://page.test');
  const preflight = await fetch(`${server().url}/v1/anything`, {
    method: 'OPTIONS',
    headers: { origin: 'http://page.test', 'access-control-request-headers': 'x-a,x-b', 'access-control-request-private-network': 'true' },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-a,x-b');
  expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
});

test('every answer says what production would have billed', async () => {
  expect((await call('PATCH', `${root}/bill/a`, {})).headers.get('x-local-firestore-billed')).toBe('reads=0,writes=1,deletes=0');
  expect((await call('GET', `${root}/bill/a`)).headers.get('x-local-firestore-billed')).toBe('reads=1,writes=0,deletes=0');
  expect((await call('DELETE', `${root}/bill/a`)).headers.get('x-local-firestore-billed')).toBe('reads=0,writes=0,deletes=1');
});
