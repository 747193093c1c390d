// Runs the web SDK's own integration tests (Node, gRPC) and Lite tests (REST) against this emulator.
//   node firebase-js-sdk.mjs CHECKOUT [lite|node]
// CHECKOUT holds packages/firestore and config of github.com/firebase/firebase-js-sdk, with the development dependencies installed
// beside them (README.md in this folder lists them). Without a checkout the judge is skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from './server.mjs';
import { terraformIndexes } from './terraform-indexes.mjs';

const [checkout, only] = process.argv.slice(2);
const firestore = checkout && resolve(checkout, 'packages/firestore');
const mocha = checkout && resolve(checkout, 'node_modules/.bin/mocha');
if (!firestore || !existsSync(firestore) || !existsSync(mocha)) {
  console.log('Skipped: no checkout of firebase-js-sdk with its dependencies was given.');
  process.exit(0);
}

const config = resolve(checkout, 'config/project.json');
// Auth wants a key as well, which the suite's instructions do not say.
if (!existsSync(config) || !readFileSync(config, 'utf8').includes('apiKey'))
  writeFileSync(config, JSON.stringify({ projectId: 'demo-x', apiKey: 'fake-api-key' }));
const indexes = join(mkdtempSync(join(tmpdir(), 'judge-')), 'firestore.indexes.json');
writeFileSync(indexes, JSON.stringify(terraformIndexes(firestore)));

const suites = {
  node: { platform: 'node', requires: ['./test/register.ts'], files: 'test/integration/{api,api_internal,remote}/*.test.ts' },
  lite: { platform: 'node_lite', requires: ['./lite/index.ts'], files: 'test/lite/**/*.test.ts' },
};

let failed = false;
for (const [name, suite] of Object.entries(suites)) {
  if (only && only !== name) continue;
  const server = await startServer(['--indexes', indexes]);
  const result = run(suite, server.port);
  server.stop();
  const { passes, failures, pending } = result.stats;
  for (const { fullTitle, err } of result.failures) console.log(`- ${fullTitle}\n    ${String(err.message ?? '').split('\n')[0]}`);
  console.log(`firebase-js-sdk ${name}: ${passes} passed, ${failures} failed, ${pending} skipped by the suite`);
  failed ||= failures > 0;
}
process.exit(failed ? 1 : 0);

function run({ platform, requires, files }, port) {
  const output = join(mkdtempSync(join(tmpdir(), 'judge-')), 'result.json');
  const args = ['--require', './babel-register.js', ...requires.flatMap((file) => ['--require', file])];
  args.push(
    '--config',
    '../../config/mocharc.node.js',
    '--retries',
    '0',
    '--reporter',
    'json',
    '--reporter-option',
    `output=${output}`,
    files,
  );
  const ended = spawnSync(mocha, args, {
    cwd: firestore,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      NO_TS_NODE: 'true',
      TEST_PLATFORM: platform,
      FIRESTORE_TARGET_BACKEND: 'emulator',
      FIRESTORE_EMULATOR_PORT: String(port),
      // A few cases call getFirestore() without saying which server.
      __FIREBASE_DEFAULTS__: JSON.stringify({ emulatorHosts: { firestore: `127.0.0.1:${port}` } }),
    },
  });
  if (!existsSync(output)) throw new Error(`The suite did not finish:\n${ended.stderr}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}
