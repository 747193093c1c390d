import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runStorageRules } from './runtime.ts';

type Message = Record<string, unknown>;

/** A running process with its input and output in memory. */
async function started() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const ended = runStorageRules(stdin, stdout);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    stdin.end();
    await ended;
  });
  const receive = async (): Promise<Message> => JSON.parse((await lines.next()).value ?? '{}');
  const send = (message: unknown) => stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const hello = await receive();
  return { hello, send, receive, stdin, ended, ask: (message: unknown) => (send(message), receive()) };
}

const source = (body: string, version = "rules_version = '2';") =>
  `${version} service firebase.storage { match /b/{bucket}/o { ${body} } }`;

const load = (content: string, rulesetName = '0', id = 0) => ({
  action: 'load_ruleset',
  id,
  context: { rulesetName, source: { files: [{ name: '/home/x/storage.rules', content }] } },
});

const string = (value: string) => ({ string_value: value });
const map = (fields: Message) => ({ map_value: { fields } });
const signedIn = map({ uid: string('alice'), token: map({ user_id: string('alice'), level: { int_value: 3 } }) });
const object = map({
  name: string('a.txt'),
  size: { int_value: 10 },
  timeCreated: { timestamp_value: '2026-01-01T00:00:00.000Z' },
  metadata: map({ owner: string('alice') }),
});

function verify({
  method = 'get',
  path = '/b/bucket/o/a.txt',
  resource = { null_value: null } as Message,
  after = { null_value: null } as Message,
  auth = signedIn as Message,
  rulesetName = '0',
  id = 1,
} = {}) {
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((simple) => ({ simple }));
  const request = map({ path: { path_value: { segments } }, time: { timestamp_value: '2026-01-01T00:30:00.000Z' }, resource: after, auth });
  return { action: 'verify', id, context: { rulesetName, service: 'firebase.storage', path, method, variables: { resource, request } } };
}

const document = (id: string) => `/databases/(default)/documents/users/${id}`;

const rules = (condition: string) => load(source(`match /{all=**} { allow read: if ${condition}; }`));

test('the first line announces the runtime', async () => {
  expect((await started()).hello).toEqual({ id: -1, status: 'ok', errors: [], warnings: [] });
});

describe('load_ruleset', () => {
  test('answers with the version of the rules', async () => {
    const { ask } = await started();
    expect(await ask(load(source('')))).toEqual({ id: 0, status: 'ok', errors: [], warnings: [], result: { rulesVersion: 2 } });
    expect(await ask(load(source('', ''), '1', 1))).toMatchObject({ id: 1, result: { rulesVersion: 1 } });
  });

  test('reports mistakes as JSON with file and line', async () => {
    const { errors, status } = await (await started()).ask(load('service firebase.storage {{\n}'));
    expect(status).toBe('ok');
    expect((errors as string[]).map((error) => JSON.parse(error))).toEqual([
      {
        description_: "Unexpected '{'. Expected 'match', 'function' or '}'.",
        sourcePosition_: { fileName_: 'storage.rules', line_: 1, column_: 27 },
      },
    ]);
  });

  test('refuses rules for Firestore', async () => {
    const { errors } = await (await started()).ask(load('service cloud.firestore {}'));
    expect((errors as string[])[0]).toContain('These are rules for Firestore.');
  });

  test('a ruleset that does not compile leaves the old one of its name in place', async () => {
    const { ask } = await started();
    await ask(load(source('match /{all=**} { allow read; }')));
    await ask(load('nonsense'));
    expect(await ask(verify())).toMatchObject({ result: { permit: true } });
  });
});

describe('verify', () => {
  test.each([
    ['allow read', {}, true],
    ['allow write', {}, false],
    ["allow read: if request.auth.uid == 'alice' && request.auth.token.level == 3", {}, true],
    ['allow read: if request.auth != null', { auth: { null_value: null } }, false],
    ['allow create: if request.resource.size < 11 && resource == null', { method: 'create', after: object }, true],
    ['allow create: if request.resource.size < 10', { method: 'create', after: object }, false],
    ['allow update: if resource.metadata.owner == request.auth.uid', { method: 'update', resource: object, after: object }, true],
    ["allow delete: if request.time < resource.timeCreated + duration.value(1, 'h')", { method: 'delete', resource: object }, true],
    ["allow delete: if request.time < resource.timeCreated + duration.value(1, 'm')", { method: 'delete', resource: object }, false],
    ['allow delete: if request.resource == null', { method: 'delete', resource: object }, true],
    ['allow read: if resource.contentType == "x" || resource.contentType != "x"', { resource: object }, false],
    ['allow get: if request.method == "get" && request.path[3] == "a.txt" && request.path == path("/b/bucket/o/a.txt")', {}, true],
    ['allow write', { method: 'write' }, true],
    ['allow create, update', { method: 'write' }, false],
    ['allow list', { method: 'list', path: '/b/bucket/o' }, true],
    ['allow read: if all[0] == "a.txt"', {}, true],
  ])('%s, %o: %s', async (rule, request, permit) => {
    const { ask } = await started();
    await ask(load(source(`match /{all=**} { ${rule}; }`)));
    expect(await ask(verify(request))).toMatchObject({ id: 1, status: 'ok', errors: [], result: { permit } });
  });

  test('several rulesets live side by side', async () => {
    const { ask } = await started();
    await ask(load(source('match /{all=**} { allow read; }'), 'open'));
    await ask(load(source('match /{all=**} { allow read: if false; }'), 'closed'));
    expect(await ask(verify({ rulesetName: 'open' }))).toMatchObject({ result: { permit: true } });
    expect(await ask(verify({ rulesetName: 'closed' }))).toMatchObject({ result: { permit: false } });
  });

  test('an unknown ruleset is an error', async () => {
    expect(await (await started()).ask(verify())).toMatchObject({ id: 1, status: 'ok', errors: ['Ruleset 0 is not loaded.'] });
  });

  test('a condition that fails is told as a warning', async () => {
    const { ask } = await started();
    await ask(load(source('match /{all=**} { allow read: if resource.size > 1; }')));
    expect(await ask(verify())).toMatchObject({
      result: { permit: false },
      warnings: [expect.stringContaining('Null value error. (line 1, column ')],
    });
  });
});

describe('firestore.get() and firestore.exists()', () => {
  const found = {
    id: 1,
    status: 'ok',
    errors: [],
    warnings: [],
    result: {
      name: `projects/p${document('alice')}`,
      fields: { level: { integerValue: '7' }, tags: { arrayValue: { values: [{ stringValue: 'x' }] } } },
    },
  };
  const notFound = { id: 1, status: 'not_found', errors: [], warnings: [] };

  test('ask firebase-tools for the document and go on with its answer', async () => {
    const { ask, send, receive } = await started();
    await ask(
      rules(`firestore.get(${document('$(request.auth.uid)')}).data.level == 7 && firestore.get(${document('alice')}).data.tags[0] == 'x'`),
    );
    expect(await ask(verify())).toEqual({
      id: 1,
      server_request_id: 1,
      status: 'ok',
      action: 'fetch_firestore_document',
      context: { path: document('alice') },
      errors: [],
      warnings: [],
    });
    send(found);
    expect(await receive()).toEqual({ id: 1, status: 'ok', errors: [], warnings: [], result: { permit: true } });
  });

  test('a missing document denies get() and answers exists()', async () => {
    const { ask } = await started();
    await ask(rules(`!firestore.exists(${document('alice')})`));
    await ask(verify());
    expect(await ask(notFound)).toMatchObject({ result: { permit: true } });
    await ask(rules(`firestore.get(${document('alice')}).data.level == 7`));
    await ask(verify());
    expect(await ask(notFound)).toMatchObject({ result: { permit: false } });
  });

  test('two documents are allowed, a third is not asked for', async () => {
    const { ask } = await started();
    const looks = (...ids: string[]) => rules(ids.map((id) => `!firestore.exists(${document(id)})`).join(' && '));
    await ask(looks('a', 'b', 'a'));
    expect(await ask(verify())).toMatchObject({ context: { path: document('a') } });
    expect(await ask(notFound)).toMatchObject({ context: { path: document('b') } });
    expect(await ask(notFound)).toMatchObject({ result: { permit: true } });
    await ask(looks('a', 'b', 'c'));
    await ask(verify());
    await ask(notFound);
    expect(await ask(notFound)).toMatchObject({
      result: { permit: false },
      warnings: [expect.stringContaining('Document access limit of 2')],
    });
  });

  test('a document of another database denies without a question', async () => {
    const { ask } = await started();
    await ask(rules('firestore.exists(/databases/other/documents/users/alice)'));
    expect(await ask(verify())).toMatchObject({ result: { permit: false } });
  });

  test('verifications that wait do not disturb each other', async () => {
    const { ask, send, receive } = await started();
    await ask(rules(`firestore.exists(${document('$(request.auth.uid)')})`));
    await ask(verify({ id: 1 }));
    await ask(verify({ id: 2 }));
    send({ ...notFound, id: 2 });
    expect(await receive()).toMatchObject({ id: 2, result: { permit: false } });
    send(found);
    expect(await receive()).toMatchObject({ id: 1, result: { permit: true } });
  });

  test('special characters of a document id are encoded for the request', async () => {
    const { ask } = await started();
    await ask(rules(`firestore.exists(/databases/(default)/documents/users/$('a b?#'))`));
    expect(await ask(verify())).toMatchObject({ context: { path: document('a%20b%3F%23') } });
  });
});

describe('bad input', () => {
  test.each([
    ['no JSON', 'nonsense'],
    ['no id', {}],
    ['a list', []],
    ['an unknown action', { id: 3, action: 'dance' }],
    ['no context', { id: 3, action: 'verify' }],
    ['a method that does not exist', verify({ method: 'dance' })],
    ['a value of the wrong type', verify({ resource: { int_value: 'x' } })],
  ])('%s is answered with an error', async (_name, message) => {
    const { errors, status } = await (await started()).ask(message);
    expect(status).toBe('ok');
    expect((errors as string[]).length).toBeGreaterThan(0);
  });

  test('the runtime ends with its input, even while a document is on its way', async () => {
    const { ask, stdin, ended, receive } = await started();
    await ask(load(source('match /{all=**} { allow read: if firestore.exists(/databases/(default)/documents/a/b); }')));
    await ask(verify());
    stdin.end();
    await once(stdin, 'close');
    expect(await receive()).toMatchObject({ id: 1, result: { permit: false } });
    await ended;
  });
});
