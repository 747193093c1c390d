// Runs the tests of @firebase/rules-unit-testing itself against this emulator's Firestore and Storage rules, below the real firebase-tools.
//   node rules-unit-testing.mjs CHECKOUT
// CHECKOUT is the one of firebase-js-sdk.mjs, with packages/rules-unit-testing beside packages/firestore. Without it the judge is skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { freePort } from './server.mjs';

const [checkout] = process.argv.slice(2);
const source = checkout && resolve(checkout, 'packages/rules-unit-testing/test');
const mocha = checkout && resolve(checkout, 'node_modules/.bin/mocha');
if (!source || !existsSync(source) || !existsSync(mocha)) {
  console.log('Skipped: no checkout of firebase-js-sdk with packages/rules-unit-testing was given.');
  process.exit(0);
}
/** Cases that speak to the Realtime Database's emulator, which needs Java, or that expect it among the running ones. */
const ofTheRealtimeDatabase = 'loadDatabaseRules|finds all running emulators';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = resolve(root, '../../node_modules');
mkdirSync(join(root, 'dist'), { recursive: true });
const directory = mkdtempSync(join(root, 'dist/rules-unit-testing-'));
const output = join(directory, 'result.json');
try {
  await prepare();
  const command = [mocha, '--timeout', '10000', '--grep', ofTheRealtimeDatabase, '--invert', '--reporter', 'json'];
  command.push('--reporter-option', `output=${output}`, '--require', join(directory, 'setup.cjs'), join(directory, 'tests/*.cjs'));
  const script = command.map((part) => `'${part}'`).join(' ');
  const firebase = [
    join(modules, '.bin/firebase'),
    '--project',
    'demo-foo',
    'emulators:exec',
    '--only',
    'firestore,storage,functions',
    script,
  ];
  const ended = spawnSync(join(root, 'bin/local-firestore.mjs'), ['exec', '--', ...firebase], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, NODE_PATH: resolve(checkout, 'node_modules'), NO_UPDATE_NOTIFIER: '1' },
  });
  if (!existsSync(output)) throw new Error(`The suite did not finish:\n${ended.stdout}\n${ended.stderr}`);
  const { stats, failures } = JSON.parse(readFileSync(output, 'utf8'));
  for (const { fullTitle, err } of failures) console.log(`- ${fullTitle}\n    ${String(err.message ?? '').split('\n')[0]}`);
  console.log(`rules-unit-testing: ${stats.passes} passed, ${stats.failures} failed, ${stats.pending} skipped by the suite`);
  process.exitCode = stats.failures > 0 || stats.passes === 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function prepare() {
  const ports = await Promise.all(
    ['firestore', 'storage', 'functions', 'hub', 'logging'].map(async (name) => [name, { port: await freePort() }]),
  );
  const emulators = { ...Object.fromEntries(ports), ui: { enabled: false } };
  writeFileSync(
    join(directory, 'firebase.json'),
    JSON.stringify({ emulators, storage: { rules: 'storage.rules' }, functions: { source: 'functions' } }),
  );
  writeFileSync(join(directory, 'storage.rules'), readFileSync(join(source, 'storage.rules')));
  // Two cases switch triggers off and on, which firebase-tools does only when it runs functions.
  mkdirSync(join(directory, 'functions'));
  symlinkSync(modules, join(directory, 'functions/node_modules'));
  writeFileSync(
    join(directory, 'functions/package.json'),
    JSON.stringify({ main: 'index.js', dependencies: { 'firebase-functions': '*' } }),
  );
  writeFileSync(join(directory, 'functions/index.js'), '');
  const tests = ['dummy.test', 'util.test', 'impl/discovery.test', 'impl/rules.test'];
  // Assertions and fakes are one for the set-up and all tests.
  const external = ['chai', 'chai-as-promised', 'sinon', 'sinon-chai'];
  const nodePaths = [resolve(checkout, 'node_modules'), modules];
  const shared = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'error', external, nodePaths };
  await build({ ...shared, entryPoints: [join(source, 'setup.ts')], outfile: join(directory, 'setup.cjs') });
  for (const test of tests)
    await build({
      ...shared,
      entryPoints: [join(source, `${test}.ts`)],
      outfile: join(directory, 'tests', `${test.replaceAll('/', '-')}.cjs`),
    });
}
