import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sample } from '@bedplate/web/build/topics/topic.ts';
import { apiCalls } from '@bedplate/web/build/topics/plugin.ts';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aProject, anAdmin, aStorage, keysOf } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { filled, samples as allSamples } from '../support/topics.ts';

const tests = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const works = (program: string, args: string[]) => spawnSync(program, args).status === 0;
/** Not topics' own work: browsers have these, Node has not. */
const browserParts = `const kept = new Map();
globalThis.localStorage = { setItem: (key, value) => kept.set(key, value), getItem: (key) => kept.get(key) ?? null };
globalThis.alert = (text) => console.log(text);
`;

/** Samples without a tab are pieces of a page: tests/e2e/app-page.test.ts runs them in one. */
const samples = allSamples.filter(({ sample }) => sample.tab);

let admin: Admin;
let values: Record<string, string>;
let directory: string;

beforeAll(async () => {
  admin = await anAdmin('Doc Reader');
  const project = await aProject(admin, 'Documentation');
  const storage = await aStorage(admin, project.id, 'projects', true);
  const users = await aStorage(admin, project.id, 'users');
  values = {
    endpoint: target.web,
    projectId: project.id,
    apiKey: admin.apiKey,
    secretKey: admin.secretKey,
    storageKey: 'projects',
    storageId: storage.id,
    usersStorageId: users.id,
  };
  const grace = { username: 'grace', email: 'grace@example.com', password: 'Correct-horse-9' };
  await mustCall({ path: `/api/users/${users.id}`, ...keysOf(admin, project.id), body: grace });
  directory = mkdtempSync(join(tmpdir(), 'bedplate-samples-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Covers S0-2.7-33
test('every call in the topics has samples, all in curl and at least one in code', () => {
  expect(samples.length).toBeGreaterThan(50);
  expect(samples.filter(({ sample }) => !sample.expect).map(({ name }) => name)).toEqual([]);
});

// Covers S0-2.7-33
/** Not every machine has what runs Python and PHP. Dart is compared with curl by its grammar: web/build/topics/dart.test.ts. */
const missing = [
  'dart',
  ...(works('python3', ['-c', 'import requests']) ? [] : ['python']),
  ...(works('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']) ? [] : ['php']),
];
const runnable = samples.filter(({ sample }) => !missing.includes(sample.tab ?? ''));

test.each(runnable)('$name runs as it stands', async ({ sample }) => {
  const recordId = await aRecord(sample);
  const all: Record<string, string> = { ...values, recordId };
  const { code, output } = await run(sample, filled(sample.code, all));
  expect(output).toContain(filled(sample.expect ?? '', all));
  expect({ code, output }).toMatchObject({ code: 0 });
});

test('the test file of the topic Costs in Tests passes as it stands, and fails at a limit that the call goes beyond', async () => {
  await aRecord({});
  const { code = '' } =
    allSamples.find(({ name, sample }) => name.startsWith('costs-in-tests#limit') && sample.language === 'js')?.sample ?? {};
  const test = filled(code, values);
  expect(await runTest(test)).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') as string });
  const strict = await runTest(test.replace('reads: 16', 'reads: 0'));
  expect(strict.code).toBe(1);
  expect(strict.output).toMatch(/The call cost \d+ reads; at most 0 reads, 0 writes were expected\./);
});

// Covers S0-3-15, S0-4-32
test('the login sample stores userId and username and returns the user, and false with the message for a wrong password', async () => {
  const login = samples.find(({ name }) => /^authentication#login-user .* fetch$/.test(name));
  const { output } = await run(login?.sample as Sample, filled(login?.sample.code ?? '', values));
  expect(output).toMatch(/signed in: grace \{"userId":"[\w-]+","username":"grace"\}/);
  expect(output).toContain('Authentication failed: User not found or incorrect credentials');
  expect(output).toContain('wrong password: false');
});

// Covers S0-8-16
test('the upload sample raises File upload failed when the answer is no success', async () => {
  const upload = samples.find(({ name }) => /^file-upload#defineFunction .* fetch$/.test(name));
  const recordId = await aRecord({});
  const { output } = await run(upload?.sample as Sample, filled(upload?.sample.code ?? '', { ...values, recordId }));
  expect(output.trim().split('\n').at(-1)).toBe('File upload failed');
});

// Covers S0-4-33, S0-7-49
test('samples upload only what was given to a document with an id, under one field name', () => {
  const text = JSON.stringify(samples.filter(({ name }) => /^(?:create#add-bedplate|file-upload)/.test(name)));
  expect(text).toContain('if (attachment?.size && data.id)');
  expect(text).toContain('if (!attachment || !documentId) return null;');
  for (const [, name] of text.matchAll(/fieldName=(\w+)/g)) expect(name).toBe('attachments');
  for (const [, name] of text.matchAll(/append\('(\w+)'/g)) expect(name).toBe('attachments');
});

// Covers S0-9-22, S0-9-25, S0-9-26, S0-8-20
test('samples page by ten, poll each second, fall back to a local host, and log other failures', () => {
  const text = samples.map(({ sample }) => sample.code).join('\n');
  expect(text).toContain('page=1&limit=10');
  expect(text).toMatch(/setInterval\([\s\S]+?, 1000\)/);
  expect(text).toContain("|| 'http://localhost:5000'");
  expect(text).toContain('console.error(error)');
});

test.each(await apiCalls())('the page Overview lists $method $path, which the API has', async ({ method, path, caller }) => {
  const address = path.replace('{storageKey}', 'projects').replace(/\{\w+\}/g, 'x');
  // Without keys a known address refuses the caller; an unknown one, or another method, would be 404 or 405.
  const { status, body } = await call<{ message: string }>({ method, path: address, ...(method === 'GET' ? {} : { body: {} }) });
  // Where the token in the address is the key, the answer itself shows that the address is known.
  const known = path.includes('{token}') ? { message: 'Webhook not found.' } : { status: caller === 'anyone' ? 200 : 401 };
  expect({ status, message: body.message }).toMatchObject(known);
});

async function aRecord({ prepare }: Pick<Sample, 'prepare'>): Promise<string> {
  const keys = keysOf(admin, values.projectId ?? '');
  const body = { projectName: 'Moon garden', userId: 'u-17', category: 'garden', amount: 120, attachments: null };
  const { data } = await mustCall<{ data: { id: string } }>({ path: `/api/projects/${values.storageId}`, ...keys, body });
  if (prepare === 'delete') await mustCall({ method: 'DELETE', path: `/api/projects/${values.storageId}/dataId/${data.id}`, ...keys });
  return data.id;
}

/** Runs a file of tests where the client is found, as a reader would. */
async function runTest(code: string): Promise<Ended> {
  const folder = mkdtempSync(join(tests, 'sample-'));
  try {
    writeFileSync(join(folder, 'costs.test.js'), code);
    writeFileSync(join(folder, 'vitest.config.js'), 'export default {};\n'); // of its own, and not that of our tests
    return await runProgram([process.execPath, [vitest, 'run', '--root', folder], folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ended {
  code: number | null;
  output: string;
}

/** curl in a shell, JavaScript in Node, as a reader would; what they print, and how they end. */
function run({ tab }: Pick<Sample, 'tab'>, code: string): Promise<Ended> {
  return runProgram(programOf(tab, code));
}

function runProgram([command, args, cwd]: [command: string, args: string[], cwd: string]): Promise<Ended> {
  const { endpoint = '', projectId = '', apiKey = '', secretKey = '' } = values;
  const env = {
    ...process.env,
    BEDPLATE_ENDPOINT: endpoint,
    BEDPLATE_PROJECT_ID: projectId,
    BEDPLATE_API_KEY: apiKey,
    BEDPLATE_SECRET_KEY: secretKey,
    NODE_OPTIONS: '',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, timeout: 30_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function programOf(tab: Sample['tab'], code: string): [command: string, args: string[], cwd: string] {
  if (tab === 'curl') return ['bash', ['-c', code.replace(/^curl /m, 'curl -s -g ')], directory];
  if (tab === 'python') return ['python3', ['-c', code], directory];
  if (tab === 'php') return ['php', ['-r', code.replace('<?php\n', '')], directory];
  return [process.execPath, ['--input-type=module', '--no-warnings', '-e', browserParts + code], tests];
}
