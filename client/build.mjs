/**
 * Builds dist/, or the folder that is named: livesync.js for a script tag, package/ to publish and its client.tgz. Fails when the
 * REST client outgrows its budget.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { commonJs, conditions, packed, typeFiles, writePackage } from '../scripts/package/package.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = resolve(here, process.argv[2] ?? 'dist');
const out = join(dist, 'package');
const restBudget = 6.5 * 1024;
const shared = { absWorkingDir: here, bundle: true, format: 'esm', target: 'es2023', logLevel: 'warning' };

/** Firestore carries an RE2 engine, a quarter of the file, for pipeline queries on cached documents; listeners never reach it. */
const withoutRegularExpressions = {
  name: 'without-regular-expressions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^re2js$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export const RE2JS = undefined;' }));
  },
};

rmSync(dist, { recursive: true, force: true });
await scriptTagFile();
await modules();
packageFile();
await commonJs(out);
packed(out, join(dist, 'client.tgz'));
await measureRest();

/** One file with the global `Bedplate`, Firebase included; Hosting serves it at /livesync.js. */
function scriptTagFile() {
  return build({
    ...shared,
    entryPoints: ['src/index.ts'],
    outfile: join(dist, 'livesync.js'),
    format: 'iife',
    globalName: 'Bedplate',
    minify: true,
    plugins: [withoutRegularExpressions],
  });
}

/**
 * The code that needs Firebase is a separate file, so that a bundler leaves it out of an app that never
 * calls it. Firebase's packages have side effects: a file that imports them brings all of them.
 */
function modules() {
  const entryPoints = {
    index: 'src/index.ts',
    livesync: 'src/livesync/index.ts',
    testing: 'src/testing/index.ts',
    'parts/rest': 'src/bedplate.ts',
    'parts/create-livesync': 'src/livesync/create-livesync.ts',
    'parts/events': 'src/livesync/events.ts',
  };
  return build({ ...shared, entryPoints, outdir: out, splitting: true, external: ['firebase/*'], sourcemap: true });
}

/** The contract's declarations travel along, so that the package stands alone. */
function packageFile() {
  const entries = ['index', 'livesync/index', 'testing/index'];
  typeFiles(here, join(out, 'types'), { entries: entries.map(declarations), bundled: { '@bedplate/contract': 'contract/src' } });
  const exports = { '.': entry('index'), './livesync': entry('livesync/index'), './testing': entry('testing/index') };
  const { '@bedplate/contract': _bundled, ...dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies;
  writePackage(here, out, { exports, dependencies });
  for (const name of ['README.md', 'examples']) cpSync(join(here, name), join(out, name), { recursive: true });
}

function entry(file) {
  return conditions(`types/${declarations(file)}`, `${file.replace('/index', '')}.js`);
}

function declarations(file) {
  return `client/src/${file}.d.ts`;
}

/** The size for an app that uses everything but createLiveSync, as a bundler would ship it. */
async function measureRest() {
  const used = 'createClient, BedplateError, applyChange';
  const stdin = { contents: `import { ${used} } from './index.js'; globalThis.used = { ${used} };`, resolveDir: out };
  // esbuild names every part that it leaves out when the package is no installed one.
  const logOverride = { 'ignored-bare-import': 'silent' };
  const { outputFiles } = await build({ ...shared, stdin, minify: true, write: false, logOverride });
  const size = gzipSync(outputFiles[0].contents).length;
  const script = gzipSync(readFileSync(join(dist, 'livesync.js'))).length;
  console.log(`REST client: ${size} bytes gzipped (budget ${restBudget}); livesync.js: ${script}`);
  if (size > restBudget) throw new Error(`The REST client has ${size} bytes gzipped; its budget is ${restBudget}.`);
}
