// Runs the Node client's own system tests against this emulator.
//   node nodejs-firestore.mjs CHECKOUT
// CHECKOUT is github.com/googleapis/nodejs-firestore with its dependencies installed (`npm install --ignore-scripts`); it is compiled
// here when it is not yet. Vector search, which is not served, is counted apart. Without a checkout the judge is skipped.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from './server.mjs';

const [path] = process.argv.slice(2);
const checkout = path && resolve(path);
const mocha = checkout && join(checkout, 'node_modules/.bin/mocha');
if (!mocha || !existsSync(mocha)) {
  console.log('Skipped: no checkout of nodejs-firestore with its dependencies was given.');
  process.exit(0);
}

if (!existsSync(join(checkout, 'build/system-test/firestore.js'))) compile();
const notServed = /vector|findNearest/i;
let failed = false;
const rest = {
  requires: ['--require', fileURLToPath(new URL('no-credentials.cjs', import.meta.url))],
  env: { FIRESTORE_PREFER_REST: 'true' },
};
const suites = [
  { suite: 'firestore', transport: 'gRPC', requires: [], env: {} },
  { suite: 'query', transport: 'gRPC', requires: [], env: {} },
  { suite: 'firestore', transport: 'REST', ...rest },
];
for (const { suite, transport, requires, env } of suites) {
  const server = await startServer(['--index-mode', 'permissive']);
  const { stats, failures } = run(suite, server.port, requires, env);
  server.stop();
  const wrong = failures.filter(({ fullTitle }) => !notServed.test(fullTitle));
  for (const { fullTitle, err } of wrong) console.log(`- ${fullTitle}\n    ${String(err.message ?? '').split('\n')[0]}`);
  console.log(
    `nodejs-firestore ${suite} over ${transport}: ${stats.passes} passed, ${wrong.length} failed, ${failures.length - wrong.length} for vector search, ${stats.pending} skipped by the suite`,
  );
  failed ||= wrong.length > 0;
}
process.exit(failed ? 1 : 0);

/** Types are not checked: not all of the packages that only declare types need be there. */
function compile() {
  const tsc = join(checkout, 'node_modules/.bin/tsc');
  spawnSync(
    tsc,
    [
      '-p',
      '.',
      '--noCheck',
      '--noEmitOnError',
      'false',
      '--esModuleInterop',
      'false',
      '--declaration',
      'false',
      '--declarationDir',
      'null',
    ],
    {
      cwd: checkout,
      stdio: 'inherit',
    },
  );
  cpSync(join(checkout, 'dev/protos'), join(checkout, 'build/protos'), { recursive: true });
  for (const version of ['v1', 'v1beta1']) {
    const from = join(checkout, 'dev/src', version);
    for (const name of readdirSync(from)) if (name.endsWith('.json')) cpSync(join(from, name), join(checkout, 'build/src', version, name));
  }
}

function run(suite, port, requires, env) {
  const output = join(mkdtempSync(join(tmpdir(), 'judge-')), 'result.json');
  const args = ['--exit', '--timeout', '15000', '--retries', '0', '--reporter', 'json', '--reporter-option', `output=${output}`];
  const ended = spawnSync(mocha, [...requires, ...args, `build/system-test/${suite}.js`], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env, FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}`, PROJECT_ID: 'demo-x', GCLOUD_PROJECT: 'demo-x' },
  });
  if (!existsSync(output)) throw new Error(`The suite did not finish:\n${ended.stderr}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}
