import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '../..');
const modules = join(workspace, '../../node_modules');
const directory = mkdtempSync(join(tmpdir(), 'triggers-'));
const log = join(directory, 'events.log');
/** Two documents with twelve changes, each told twice (by its kind and as written), one deep one and two with their authors. */
const expected = 2 * 12 * 2 + 3;

interface Told {
  readonly kind: string;
  readonly id: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly before: { readonly n: number } | null;
  readonly after: { readonly n: number; readonly authType?: string; readonly authId?: string } | null;
}
let told: readonly Told[];

beforeAll(async () => {
  const dist = join(directory, 'cli', 'dist');
  cpSync(join(workspace, 'bin'), join(directory, 'cli', 'bin'), { recursive: true });
  if (spawnSync(process.execPath, ['build.mjs', dist], { cwd: workspace }).status !== 0) throw new Error('The emulator does not build.');
  cpSync(join(import.meta.dirname, 'functions'), join(directory, 'functions'), { recursive: true });
  symlinkSync(modules, join(directory, 'functions', 'node_modules'));
  const names = ['firestore', 'functions', 'hub', 'logging', 'eventarc', 'tasks'];
  const ports = await Promise.all(names.map(async (name) => [name, { port: await freePort() }] as const));
  writeFileSync(
    join(directory, 'firebase.json'),
    JSON.stringify({
      firestore: { rules: 'firestore.rules' },
      functions: { source: 'functions' },
      emulators: { ui: { enabled: false }, ...Object.fromEntries(ports) },
    }),
  );
  writeFileSync(
    join(directory, 'firestore.rules'),
    'service cloud.firestore { match /databases/{db}/documents { match /owned/{id} { allow write: if request.auth != null; } } }',
  );
  const command = [process.execPath, join(import.meta.dirname, 'scenario.mjs'), String(expected)].join(' ');
  const firebase = ['emulators:exec', '--project', 'demo-triggers', '--only', 'functions,firestore', command];
  const child = spawn(process.execPath, [join(dist, 'cli.js'), 'exec', '--', join(modules, '.bin/firebase'), ...firebase], {
    cwd: directory,
    // A busy machine takes more than firebase-tools' 30 seconds to start a process for each function.
    env: { ...process.env, TRIGGER_LOG: log, CI: 'true', FUNCTIONS_DISCOVERY_TIMEOUT: '100' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(output);
  told = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Told => JSON.parse(line));
}, 180_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('every change is told once to each function that it concerns', () => {
  expect(told).toHaveLength(expected);
  expect(new Set(told.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(expected);
});

test.each(['items/a', 'items/b'])('the changes of %s are told in the order in which they happened', (path) => {
  const steps = told.filter((event) => event.path === path && event.kind === 'written').map(({ before, after }) => [before?.n, after?.n]);
  const updates = Array.from({ length: 10 }, (_, n) => [n, n + 1]);
  expect(steps).toEqual([[undefined, 0], ...updates, [10, undefined]]);
});

test.each([
  ['created', 1],
  ['updated', 10],
  ['deleted', 1],
])('%s tells its own kind alone', (kind, times) => {
  expect(told.filter((event) => event.kind === kind && event.path === 'items/a')).toHaveLength(times);
});

test('wildcards arrive as parameters', () => {
  expect(told.find(({ kind }) => kind === 'deep')?.params).toEqual({ root: 'items', id: 'a', part: 'p' });
});

test('an event with auth context names who wrote', () => {
  const authors = new Map(told.filter(({ kind }) => kind === 'attributed').map(({ path, after }) => [path, after]));
  expect(authors.get('owned/by-admin')).toEqual({ authType: 'system', authId: null });
  expect(authors.get('owned/by-user')).toEqual({ authType: 'app_user', authId: 'ada' });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
