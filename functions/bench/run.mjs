// Builds and runs the benchmark of the public data API and of LiveSync: `npm run bench -- functions --records=100000`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
mkdirSync(join(folder, '../dist'), { recursive: true });
// Below the workspace, so that packages are found.
const output = mkdtempSync(join(folder, '../dist/bench-'));
try {
  const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' };
  await build({
    ...bundle,
    entryPoints: { api: join(folder, 'api.bench.ts'), firestore: join(folder, 'firestore.ts') },
    outdir: output,
    outExtension: { '.js': '.mjs' },
    packages: 'bundle',
    external: ['firebase-admin', '@google-cloud/*', 'firebase-functions', '@node-rs/argon2', '@grpc/*', 'protobufjs', 're2js'],
    banner: { js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);" },
  });
  const { status } = spawnSync(process.execPath, [join(output, 'api.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: join(folder, '..'),
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(output, { recursive: true, force: true });
}
