/**
 * Builds dist/, or the folder that is named: livesync.js for a script tag, package/ to publish and its client.tgz. Fails when a
 * page outgrows its budget.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { commonJs, conditions, packed, typeFiles, writePackage } from '../scripts/package/package.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = resolve(here, process.argv[2] ?? 'dist');
const out = join(dist, 'package');
/** The most that a page loads at first, gzipped. */
const budgets = {
  'The REST client': { used: 'createClient, BedplateError, applyChange', bytes: 6.5 * 1024, splitting: false },
  'The client with createLiveSync': { used: 'createClient, BedplateError, applyChange, createLiveSync', bytes: 15 * 1024, splitting: true },
};
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
for (const [name, budget] of Object.entries(budgets)) await measure(name, budget);
console.log(`livesync.js: ${gzipSync(readFileSync(join(dist, 'livesync.js'))).length} bytes gzipped`);

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
 * The code that needs Firebase is a separate file, which the first createLiveSync loads. Firebase's packages have side effects: a
 * file that imports them brings all of them.
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

/** The size of what a page with these imports loads at first, as a bundler ships it. */
async function measure(name, { used, bytes, splitting }) {
  const stdin = { contents: `import { ${used} } from './index.js'; globalThis.used = { ${used} };`, resolveDir: out };
  // esbuild names every part that it leaves out when the package is no installed one.
  const options = { minify: true, write: false, metafile: true, logOverride: { 'ignored-bare-import': 'silent' } };
  const { outputFiles, metafile } = await build({ ...shared, ...options, stdin, splitting, outdir: 'page', external: ['firebase/*'] });
  const first = loadedAtFirst(metafile.outputs);
  const size = outputFiles.reduce((sum, { path, contents }) => sum + (first.has(relative(here, path)) ? gzipSync(contents).length : 0), 0);
  const packages = [...first].filter((path) => metafile.outputs[path] === undefined);
  console.log(`${name}: ${size} bytes gzipped (budget ${bytes})`);
  if (size > bytes) throw new Error(`${name} has ${size} bytes gzipped; its budget is ${bytes}.`);
  if (packages.length > 0) throw new Error(`${name} loads ${packages.join(', ')} at first.`);
}

/** @returns the entry's file and those that it imports, which are packages besides files of the build */
function loadedAtFirst(outputs) {
  const first = new Set(Object.keys(outputs).filter((path) => outputs[path].entryPoint === '<stdin>'));
  for (const path of first) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) if (kind !== 'dynamic-import') first.add(imported);
  }
  return first;
}
