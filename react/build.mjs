/** Builds dist/, or the folder that is named: package/ to publish and its react.tgz. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { commonJs, conditions, packed, typeFiles, writePackage } from '../scripts/package/package.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = resolve(here, process.argv[2] ?? 'dist');
const out = join(dist, 'package');
const client = JSON.parse(readFileSync(join(here, '../client/package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });
// Frameworks that render on a server ask whose code runs in the page as well; what reads a snapshot runs on the server alone.
await modules('index', "'use client';");
await modules('server', '');
typeFiles(here, join(out, 'types'), { entries: ['index.d.ts', 'server.d.ts'] });
writePackage(here, out, {
  exports: { '.': conditions('types/index.d.ts', 'index.js'), './server': conditions('types/server.d.ts', 'server.js') },
  peerDependencies: { '@bedplate/client': `^${client.version}`, react: '>=18' },
});
cpSync(join(here, 'README.md'), join(out, 'README.md'));
await commonJs(out);
packed(out, join(dist, 'react.tgz'));

function modules(name, directive) {
  return build({
    absWorkingDir: here,
    entryPoints: [`src/${name}.ts`],
    outdir: out,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    banner: { js: directive },
    external: ['react', 'react/jsx-runtime', '@bedplate/client'],
    sourcemap: true,
    logLevel: 'warning',
  });
}
