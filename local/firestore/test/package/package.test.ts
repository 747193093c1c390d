import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '../..');
const modules = join(workspace, '../../node_modules');
/** A project of somebody else: nothing in it but what it installs. */
const project = mkdtempSync(join(tmpdir(), 'foreign-'));
let tarball: string;
let packed: readonly string[];

beforeAll(() => {
  const [answer] = JSON.parse(run('npm', ['pack', '--json', '--silent', '--pack-destination', project], workspace).replace(/^[^[]*/, ''));
  tarball = join(project, answer.filename);
  packed = answer.files.map(({ path }: { path: string }) => path);
  write('package.json', { name: 'foreign', private: true, type: 'module' });
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], project);
  // The packages that the project would have from the registry.
  for (const name of ['firebase', 'firebase-admin', 'firebase-tools', 'typescript', '@types', '@firebase']) {
    symlinkSync(join(modules, name), join(project, 'node_modules', name));
  }
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the package holds what it runs on and no sources', async () => {
  expect(packed).toEqual(
    expect.arrayContaining(['README.md', 'bin/java', 'dist/cli.js', 'dist/index.js', 'docs/facts.md', 'package.json']),
  );
  expect(packed.filter((path) => /^(src|test|bench)\/|\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  const { messages, pkg } = await publint({ pkgDir: workspace, pack: 'npm', strict: true });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
}, 60_000);

test('the library starts a server, with types for a strict project', () => {
  write(
    'use.ts',
    `import { type FirestoreOptions, startFirestore } from 'local-firestore';
const options: FirestoreOptions = { indexMode: 'permissive' };
const server = await startFirestore(options);
console.log((await fetch(server.url)).status);
await server.stop();
`,
  );
  const strict = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--skipLibCheck',
    'false',
    '--types',
    '',
    '--lib',
    'es2023,dom',
  ];
  run(join(modules, '.bin/tsc'), ['use.ts', ...strict], project);
  expect(run(process.execPath, ['use.js'], project)).toBe('200\n');
}, 60_000);

test('a quickstart’s rules tests and an administrator’s call pass under firebase-tools', async () => {
  await writeQuickstart();
  const { status, output } = await emulatorsExec(process.execPath);
  expect(output).toContain('RULES AND ADMIN PASS');
  expect(status).toBe(0);
}, 120_000);

const node20 = [
  process.env.NODE20,
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
  '/usr/bin/node',
].find((path) => path && spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'));

test.skipIf(!node20)('the oldest promised Node runs it: commits to a directory, waits for locks, rules and administrators', async () => {
  if (!node20) return;
  write('old.mjs', oldNode);
  expect(run(node20, ['old.mjs'], project)).toBe('committed and waited\n');
  await writeQuickstart();
  const { status, output } = await emulatorsExec(node20);
  expect(output).toContain('RULES AND ADMIN PASS');
  expect(status).toBe(0);
});

const oldNode = `
import { mkdtempSync, rmSync } from 'node:fs';
import { startFirestore } from 'local-firestore';
const dataDir = mkdtempSync('data-');
const server = await startFirestore({ dataDir });
const root = 'projects/demo-old/databases/(default)/documents';
async function call(method, path, body) {
  const response = await fetch(server.url + '/v1/' + path, { method, headers: { authorization: 'Bearer owner' }, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(response.status + ' ' + (await response.text()));
  return response.json();
}
await call('PATCH', root + '/c/a', { fields: { n: { integerValue: 1 } } });
const { transaction } = await call('POST', root + ':beginTransaction', {});
await call('GET', root + '/c/a?transaction=' + encodeURIComponent(transaction));
const waiting = call('PATCH', root + '/c/a', { fields: { n: { integerValue: 2 } } });
setTimeout(() => call('POST', root + ':rollback', { transaction }), 100);
await waiting;
await server.stop();
rmSync(dataDir, { recursive: true });
console.log('committed and waited');
`;

/** As firebase/quickstart-testing: a few rules, tests with the rules-unit-testing library, and an administrator beside them. */
async function writeQuickstart(): Promise<void> {
  const [firestore, hub, logging, websocket] = await Promise.all(Array.from({ length: 4 }, freePort));
  write('firebase.json', {
    firestore: { rules: 'firestore.rules', indexes: 'firestore.indexes.json' },
    emulators: {
      ui: { enabled: false },
      firestore: { port: firestore, websocketPort: websocket },
      hub: { port: hub },
      logging: { port: logging },
    },
  });
  write('firestore.indexes.json', { indexes: [], fieldOverrides: [] });
  write(
    'firestore.rules',
    `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /users/{userId} {
      allow read: if true;
      allow write: if request.auth.uid == userId && request.resource.data.createdAt == request.time;
    }
  }
}`,
  );
  write(
    'rules.test.mjs',
    `import { readFileSync } from 'node:fs';
import { assertFails, assertSucceeds, initializeTestEnvironment } from '@firebase/rules-unit-testing';
import { doc, getDoc, serverTimestamp, setDoc, setLogLevel } from 'firebase/firestore';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
setLogLevel('silent');
const environment = await initializeTestEnvironment({ projectId: 'demo-foreign', firestore: { rules: readFileSync('firestore.rules', 'utf8') } });
const [alice, nobody] = [environment.authenticatedContext('alice').firestore(), environment.unauthenticatedContext().firestore()];
await assertSucceeds(setDoc(doc(alice, 'users/alice'), { birthday: 'January 1', createdAt: serverTimestamp() }));
await assertFails(setDoc(doc(alice, 'users/alice'), { birthday: 'January 1' }));
await assertFails(setDoc(doc(alice, 'users/bob'), { createdAt: serverTimestamp() }));
await assertFails(setDoc(doc(nobody, 'users/alice'), { createdAt: serverTimestamp() }));
await assertSucceeds(getDoc(doc(nobody, 'users/alice')));
const db = getFirestore(initializeApp({ projectId: 'demo-foreign' }));
await db.doc('private/x').set({ of: db.doc('users/alice') });
const read = await db.collection('private').where('of', '==', db.doc('users/alice')).get();
if (read.size !== 1 || read.docs[0].get('of').path !== 'users/alice') throw new Error('The administrator reads something else.');
await environment.cleanup();
console.log('RULES AND ADMIN PASS');
process.exit(0);
`,
  );
}

/** Runs the project's tests in its emulator suite, the server itself on the given Node. */
async function emulatorsExec(node: string): Promise<{ readonly status: number; readonly output: string }> {
  const firebase = join(project, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const suite = [process.execPath, firebase, 'emulators:exec', '--project', 'demo-foreign', '--only', 'firestore', 'node rules.test.mjs'];
  const child = spawn(node, [join(project, 'node_modules/local-firestore/bin/local-firestore.mjs'), 'exec', '--', ...suite], {
    cwd: project,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, NO_UPDATE_NOTIFIER: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, output };
}

function write(name: string, content: object | string): void {
  writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content));
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
