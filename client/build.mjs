/** Builds dist/: livesync.js for a script tag, and package/ to publish (ESM and types). Fails when the REST client outgrows its budget. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const restBudget = 6 * 1024;
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
types();
packageFile();
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
  return build({ ...shared, entryPoints, outdir: join(dist, 'package'), splitting: true, external: ['firebase/*'], sourcemap: true });
}

/** The contract's declarations travel along, so that the package stands alone. */
function types() {
  const out = join(dist, 'package/types');
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', out], { cwd: here, stdio: 'inherit' });
  for (const file of globSync('**/*.d.ts', { cwd: out })) {
    const toContract = relative(dirname(file), 'contract/src');
    const text = readFileSync(join(out, file), 'utf8')
      .replace(/(['"])@bedplate\/contract\/([a-z/-]+)\1/g, `'${toContract}/$2.js'`)
      .replace(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
    writeFileSync(join(out, file), text);
  }
}

function packageFile() {
  const { name, version, description, dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const exports = { '.': entry('index'), './livesync': entry('livesync/index'), './testing': entry('testing/index') };
  const { '@bedplate/contract': _bundled, ...published } = dependencies;
  const content = { name, version, description, type: 'module', sideEffects: false, exports, dependencies: published };
  writeFileSync(join(dist, 'package/package.json'), `${JSON.stringify(content, null, 2)}\n`);
  for (const name of ['README.md', 'examples']) cpSync(join(here, name), join(dist, 'package', name), { recursive: true });
}

function entry(file) {
  return { types: `./types/client/src/${file}.d.ts`, default: `./${file.replace('/index', '')}.js` };
}

/** The size for an app that uses everything but createLiveSync, as a bundler would ship it. */
async function measureRest() {
  const used = 'createClient, BedplateError, applyChange';
  const stdin = { contents: `import { ${used} } from './dist/package/index.js'; globalThis.used = { ${used} };`, resolveDir: here };
  // esbuild names every part that it leaves out when the package is no installed one.
  const logOverride = { 'ignored-bare-import': 'silent' };
  const { outputFiles } = await build({ ...shared, stdin, minify: true, write: false, logOverride });
  const size = gzipSync(outputFiles[0].contents).length;
  const script = gzipSync(readFileSync(join(dist, 'livesync.js'))).length;
  console.log(`REST client: ${size} bytes gzipped (budget ${restBudget}); livesync.js: ${script}`);
  if (size > restBudget) throw new Error(`The REST client has ${size} bytes gzipped; its budget is ${restBudget}.`);
}
