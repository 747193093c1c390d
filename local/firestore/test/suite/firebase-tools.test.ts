import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'suite-'));
const bin = join(workspace, '../../node_modules/.bin');

beforeAll(() => {
  const built = spawnSync(process.execPath, ['build.mjs'], { cwd: workspace, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The emulator does not build.');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs `script` under emulators:exec, with this emulator in place of Java's. */
async function emulatorsExec(script: string): Promise<{ readonly code: number; readonly output: string }> {
  const [firestore, storage, auth, hub, logging, websocket] = await Promise.all(Array.from({ length: 6 }, freePort));
  writeFileSync(
    join(directory, 'firebase.json'),
    JSON.stringify({
      firestore: { rules: 'firestore.rules', indexes: 'firestore.indexes.json' },
      storage: { rules: 'storage.rules' },
      emulators: {
        ui: { enabled: false },
        firestore: { port: firestore, websocketPort: websocket },
        storage: { port: storage },
        auth: { port: auth },
        hub: { port: hub },
        logging: { port: logging },
      },
    }),
  );
  writeFileSync(
    join(directory, 'firestore.rules'),
    'service cloud.firestore { match /databases/{db}/documents { match /open/{id} { allow read: if true; } } }',
  );
  writeFileSync(
    join(directory, 'storage.rules'),
    "rules_version = '2'; service firebase.storage { match /b/{b}/o/{p=**} { allow read, write: if false; } }",
  );
  writeFileSync(join(directory, 'firestore.indexes.json'), JSON.stringify({ indexes: [], fieldOverrides: [] }));
  writeFileSync(join(directory, 'script.mjs'), script);
  const child = spawn(
    process.execPath,
    [
      join(workspace, 'dist/cli.js'),
      'exec',
      '--',
      join(bin, 'firebase'),
      'emulators:exec',
      '--project',
      'demo-test',
      '--only',
      'firestore,storage',
      'node script.mjs',
    ],
    {
      cwd: directory,
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        LOCAL_FIRESTORE_DATA_DIR: join(directory, 'data'),
        NO_UPDATE_NOTIFIER: '1',
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output };
}

const prelude = `
import { execSync } from 'node:child_process';
const root = 'http://' + process.env.FIRESTORE_EMULATOR_HOST + '/v1/projects/demo-test/databases/(default)/documents';
const call = (method, path, body) => fetch(root + path, { method, body, headers: { authorization: 'Bearer owner' } });
const assert = (truth, what) => { if (!truth) { console.error('FAILED ' + what); process.exit(1); } };
`;

test('real firebase-tools starts it, and a server killed under load loses nothing it acknowledged', async () => {
  const { code, output } = await emulatorsExec(`${prelude}
    assert((await fetch(root + '/open/x')).status === 404, 'rules allow');
    assert((await fetch(root + '/closed/x')).status === 403, 'rules deny');
    const port = process.env.FIRESTORE_EMULATOR_HOST.split(':')[1];
    const server = () => execSync("ps -eo pid,args | grep '[c]li.js firestore' | grep -- '--port " + port + "' | grep -v '/bin/sh' | awk '{print $1}'").toString().trim().split('\\n').map(Number);
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 50; n++) {
        const { status } = await call('PATCH', '/kept/d' + acknowledged, '{}');
        assert(status === 200, 'write is acknowledged');
        acknowledged++;
      }
      for (const pid of server()) process.kill(pid, 'SIGKILL');
      for (let tries = 0; tries < 100 && !(await call('GET', '/kept/d0').then((answer) => answer.ok, () => false)); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const listed = await (await call('GET', '/kept?pageSize=300')).json();
    assert(listed.documents.length === acknowledged, 'everything is there: ' + listed.documents.length + ' of ' + acknowledged);
    console.log('KEPT ' + acknowledged);
  `);
  expect(output).toContain('KEPT 150');
  expect(code).toBe(0);
  expect(readFileSync(join(directory, 'firestore-debug.log'), 'utf8')).toContain('Dev App Server is now running.');
}, 90_000);
