import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useFirestore, userToken } from '../support/firestore-server.ts';

const { server } = useFirestore();
const project = 'projects/demo-api';
const root = `${project}/databases/(default)/documents`;
const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => call('DELETE', `emulator/v1/${root}`));

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server().url}/${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}
const owner = { authorization: 'Bearer owner' };
const put = (path: string) => call('PATCH', `v1/${root}/${path}`, { fields: { n: { integerValue: 1 } } }, owner);
const status = async (path: string) => (await call('GET', `v1/${root}/${path}`, undefined, owner)).status;

test('the root answers Ok, and nothing else does', async () => {
  expect((await call('GET', '')).text).toBe('Ok\n');
  expect((await call('POST', '')).status).toBe(404);
});

test('clearing removes everything, or what is below a path', async () => {
  for (const path of ['a/1', 'a/1/b/2', 'a/2', 'z/1']) await put(path);
  expect((await call('DELETE', `emulator/v1/${root}/a/1`)).text).toBe('{\n}\n');
  expect([await status('a/1'), await status('a/1/b/2'), await status('a/2')]).toEqual([404, 404, 200]);
  await call('DELETE', `emulator/v1/${root}`);
  expect([await status('a/2'), await status('z/1')]).toEqual([404, 404]);
});

test('an export comes back by import', async () => {
  await put('a/1');
  const body = { database: `${project}/databases/(default)`, export_directory: folder, export_name: 'firestore_export' };
  expect((await call('POST', `emulator/v1/${project}:export`, body)).status).toBe(200);
  await call('DELETE', `emulator/v1/${root}`);
  expect((await call('POST', `emulator/v1/${project}:import`, body)).status).toBe(200);
  expect(await status('a/1')).toBe(200);
});

test('rules are installed per project; a broken ruleset names its place and changes nothing', async () => {
  expect((await install(rules('false'))).status).toBe(200);
  expect(await anonymous()).toBe(403);
  expect((await install(rules('('))).status).toBe(400);
  const reload = await install(rules('('), { ignore_errors: true });
  expect(reload.json().issues[0]).toMatchObject({
    severity: 3,
    description: expect.any(String),
    sourcePosition: { line: 1, column: expect.any(Number) },
  });
  expect(await anonymous()).toBe(403);
  await install(rules('true'));
  expect(await anonymous()).toBe(404);
});

test('the trace tells which line decided and with which values', async () => {
  const source = `service cloud.firestore { match /databases/{db}/documents { match /t/{id} {
    allow get: if request.auth.uid == id;
  } } }`;
  await call('PUT', `emulator/v1/${project}:securityRules`, { rules: { files: [{ content: source }] } });
  await call('GET', `v1/${root}/t/bert`, undefined, { authorization: `Bearer ${userToken('anna')}` });
  const [last] = (await call('GET', `emulator/v1/${project}:rulesTrace`)).json().requests;
  expect(last).toMatchObject({ method: 'get', path: 't/bert', uid: 'anna', allowed: false, trace: [{ line: 2, outcome: 'false' }] });
  const coverage = (await call('GET', `emulator/v1/${project}:ruleCoverage`)).json();
  expect(coverage.report).toContainEqual(
    expect.objectContaining({ sourcePosition: expect.objectContaining({ line: 2 }), values: [{ value: { boolValue: false }, count: 1 }] }),
  );
  expect((await call('GET', `emulator/v1/${project}:ruleCoverage.html`)).text).toContain('false × 1');
});

test('the meter counts and can be reset', async () => {
  await call('DELETE', `emulator/v1/${project}:billed`);
  await put('m/1');
  await status('m/1');
  expect((await call('GET', `emulator/v1/${project}:billed`)).json()).toEqual({ reads: 1, writes: 1, deletes: 0 });
  await call('DELETE', `emulator/v1/${project}:billed`);
  expect((await call('GET', `emulator/v1/${project}:billed`)).json()).toEqual({ reads: 0, writes: 0, deletes: 0 });
});

test('first-generation triggers are refused by name, second-generation ones accepted', async () => {
  const first = await call('PUT', `emulator/v1/${project}/triggers/us-central1-old-0`, { eventTrigger: {} });
  expect([first.status, first.json().error.status]).toEqual([501, 'UNIMPLEMENTED']);
  const second = await call('POST', `emulator/v1/${project}/eventarcTrigger?eventarcTriggerId=us-central1-new-0`, {
    eventType: 'google.cloud.firestore.document.v1.written',
    document: { value: 'c/{id}', matchType: 'PATH_PATTERN' },
  });
  expect([second.status, second.text]).toEqual([200, '{\n}\n']);
});

test('index usage is JSON', async () => {
  expect((await call('GET', `emulator/v1/${project}:indexUsage`)).status).toBe(200);
});

test('a malformed token is refused here as well', async () => {
  expect((await call('GET', `emulator/v1/${project}:billed`, undefined, { authorization: 'Bearer x' })).status).toBe(400);
});

function rules(condition: string): string {
  return `service cloud.firestore { match /databases/{db}/documents { match /{p=**} { allow read: if ${condition}; } } }`;
}

function install(content: string, more: object = {}) {
  return call('PUT', `emulator/v1/${project}:securityRules`, { rules: { files: [{ content }] }, ...more });
}

async function anonymous(): Promise<number> {
  return (await call('GET', `v1/${root}/a/1`)).status;
}
