// Bundles the command line and the library into one file each, so that they start without reading hundreds of modules
// and need no other package. With --types also the declarations that the library's users need.
//   node build.mjs [--types] [DIRECTORY]
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const dist = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? join(folder, 'dist');
mkdirSync(dist, { recursive: true });
const made = mkdtempSync(join(dist, 'build-'));
try {
  await build({
    entryPoints: { cli: join(folder, 'src/cli/cli.ts'), index: join(folder, 'src/index.ts') },
    outdir: made,
    bundle: true,
    platform: 'node',
    target: 'node20.11',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  chmodSync(join(made, 'cli.js'), 0o755);
  // At once, for whoever runs them meanwhile.
  for (const name of ['cli.js', 'index.js']) renameSync(join(made, name), join(dist, name));
  if (process.argv.includes('--types')) writeTypes(join(made, 'types'));
} finally {
  rmSync(made, { recursive: true });
}

/** Of all declarations only those that the library's entry reaches. */
function writeTypes(all) {
  execFileSync(join(folder, '../../node_modules/.bin/tsc'), ['-p', 'tsconfig.types.json', '--outDir', all], {
    cwd: folder,
    stdio: 'inherit',
  });
  rmSync(join(dist, 'types'), { recursive: true, force: true });
  for (const file of reachedFrom(join(all, 'index.d.ts'))) {
    const copy = join(dist, 'types', relative(all, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
}

function reachedFrom(entry, reached = new Set()) {
  if (reached.has(entry)) return reached;
  reached.add(entry);
  for (const [, path] of readFileSync(entry, 'utf8').matchAll(/from '(\.[^']+)'/g))
    reachedFrom(resolve(dirname(entry), path).replace(/\.ts$/, '.d.ts'), reached);
  return reached;
}
