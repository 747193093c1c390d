// Runs the benchmarks named on the command line, or all: `npm run bench -w local/firestore -- engine`.
// Each is a TypeScript file of this folder, bundled and run in its own process.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
  .sort();
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}

// Below the workspace, so that packages are found.
mkdirSync(join(folder, '../dist'), { recursive: true });
const output = mkdtempSync(join(folder, '../dist/bench-'));
let failed = false;
try {
  for (const name of named.length > 0 ? named : all) {
    const outfile = join(output, `${name}.mjs`);
    await build({
      entryPoints: [join(folder, `${name}.bench.ts`)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    console.log(`\n${name}`);
    failed = spawnSync(process.execPath, ['--expose-gc', outfile], { stdio: 'inherit', cwd: join(folder, '..') }).status !== 0 || failed;
  }
} finally {
  rmSync(output, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
