// Builds and runs a benchmark against the bundle of the functions as it would be deployed: `npm run bench -- functions`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The benchmark: api (the data API), livesync, export (a large storage as a file), or peers (the data API beside another server's). */
const [name, ...args] = process.argv[2]?.startsWith('-') === false ? process.argv.slice(2) : ['api', ...process.argv.slice(2)];
const folder = import.meta.dirname;
const root = join(folder, '../..');
const dist = join(root, 'functions/dist');
// Inside the workspace of the functions, so that their packages are found.
const output = mkdtempSync(join(root, 'functions/node_modules/.bench-'));
try {
  cpSync(dist, join(output, 'deployed'), { recursive: true });
  cpSync(join(root, 'functions/config/.env'), join(output, 'deployed/.env'));
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    entryPoints: { [name]: join(folder, `${name}.bench.ts`), firestore: join(folder, 'firestore.ts') },
    outdir: output,
    outExtension: { '.js': '.mjs' },
    external: ['firebase-admin', '@google-cloud/*', 'firebase-functions', '@node-rs/argon2', '@grpc/*', 'protobufjs', 're2js'],
    banner: { js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);" },
  });
  const { status } = spawnSync(process.execPath, [join(output, `${name}.mjs`), ...args], { stdio: 'inherit', cwd: root });
  process.exitCode = status ?? 1;
} finally {
  rmSync(output, { recursive: true, force: true });
}
