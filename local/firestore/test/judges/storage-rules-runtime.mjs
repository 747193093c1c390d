#!/usr/bin/env node
/**
 * Runs firebase-tools' own tests of the storage rules process (MIT, scripts/storage-emulator-integration/rules: runtime and manager)
 * with our runtime behind the command `java`. Its source stays outside of this repository; the code under its test is the installed firebase-tools.
 *
 *   node test/judges/storage-rules-runtime.mjs <checkout of firebase/firebase-tools>
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const suites = ['runtime', 'manager'].map((name) => `scripts/storage-emulator-integration/rules/${name}.test.ts`);
const checkout = process.argv[2];
if (!checkout || !suites.every((suite) => existsSync(join(checkout, suite)))) {
  console.log('storage-rules-runtime: skipped. Give the path of a checkout of github.com/firebase/firebase-tools.');
  process.exit(0);
}

const emulator = resolve(import.meta.dirname, '../..');
// Below the workspace, so that packages are found.
mkdirSync(join(emulator, 'dist'), { recursive: true });
const directory = mkdtempSync(join(emulator, 'dist/storage-rules-'));
/** The object that mocha gives the cases as `this`. */
const context = { timeout: () => undefined };
const tally = { passed: 0, failed: 0 };
try {
  await installRuntime();
  for (const suite of suites) await run(await loadSuite(suite));
} finally {
  rmSync(directory, { recursive: true });
}
console.log(`storage-rules-runtime: ${tally.passed} passed, ${tally.failed} failed, 0 skipped`);
process.exit(tally.failed === 0 ? 0 : 1);

/** firebase-tools starts `java -jar <file>`; the file must exist and is never read. */
async function installRuntime() {
  const entry = join(emulator, 'src/storage-rules/runtime.ts');
  const contents = `import { runStorageRules } from ${JSON.stringify(entry)}; void runStorageRules(process.stdin, process.stdout);`;
  const outfile = join(directory, 'runtime.cjs');
  await build({ stdin: { contents, resolveDir: emulator }, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
  const java = join(directory, 'java');
  writeFileSync(java, `#!/bin/sh\nexec '${process.execPath}' '${outfile}'\n`);
  chmodSync(java, 0o755);
  writeFileSync(join(directory, 'placeholder.jar'), '');
  process.env.STORAGE_EMULATOR_BINARY_PATH = join(directory, 'placeholder.jar');
  process.env.PATH = `${directory}${delimiter}${process.env.PATH}`;
}

/** The suite is written for mocha, of which it uses four functions. */
async function loadSuite(suite) {
  const tools = dirname(createRequire(import.meta.url).resolve('firebase-tools/package.json'));
  const installed = {
    name: 'installed',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const installedPath = resolve(resolveDir, path).replace(`${resolve(checkout)}/src/`, `${tools}/lib/`);
        // Files that only serve tests are not in the package.
        return existsSync(`${installedPath}.js`) ? { path: installedPath, external: true } : undefined;
      }),
  };
  const outfile = join(directory, `suite-${basename(suite, '.test.ts')}.cjs`);
  await build({
    entryPoints: [join(checkout, suite)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    packages: 'external',
    plugins: [installed],
    logLevel: 'error',
  });
  const loaded = { before: [], tests: [], after: [] };
  const names = [];
  const describe = (name, body) => {
    names.push(name);
    body.call(context);
    names.pop();
  };
  const it = (name, body) => loaded.tests.push({ name: [...names, name].join(' › '), body });
  Object.assign(globalThis, { describe, it, before: (body) => loaded.before.push(body), after: (body) => loaded.after.push(body) });
  createRequire(import.meta.url)(outfile);
  return loaded;
}

async function run({ before, tests, after }) {
  const { log } = console;
  // firebase-tools logs every step of every case.
  console.log = () => undefined;
  for (const body of before) await body.call(context);
  for (const { name, body } of tests) await runCase(name, body, log);
  for (const body of after) await body.call(context);
  console.log = log;
}

async function runCase(name, body, log) {
  try {
    await body.call(context);
    tally.passed += 1;
  } catch (error) {
    tally.failed += 1;
    log(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
