import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes the declarations of a workspace, from its tsconfig.types.json, and removes those that no entry reaches.
 * @param entries their paths below `out`
 * @param bundled packages whose declarations travel along, with the folder of `out` that has them
 */
export function typeFiles(workspace, out, { entries, bundled = {} }) {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', out], { cwd: workspace, stdio: 'inherit' });
  const reached = new Set(entries);
  for (const file of reached) {
    const text = publicNames(readFileSync(join(out, file), 'utf8'), { file, bundled });
    writeFileSync(join(out, file), text);
    for (const [, path] of text.matchAll(/(?:from|import\(|import) ?['"](\.[^'"]*)\.js['"]/g))
      reached.add(join(dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync('**/*.d.ts', { cwd: out })) if (!reached.has(file)) rmSync(join(out, file));
}

/** @returns a declaration whose imports are those of the package */
function publicNames(text, { file, bundled }) {
  let named = text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2');
  for (const [name, folder] of Object.entries(bundled))
    named = named.replace(new RegExp(`(['"])${name}/([a-z/-]+)\\1`, 'g'), `'${nearby(dirname(file), folder)}/$2.js'`);
  return named;
}

function nearby(from, to) {
  const path = relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** @returns an entry of `exports` for a module of the package and its copy in cjs/ */
export function conditions(types, module) {
  return {
    import: { types: `./${types}`, default: `./${module}` },
    require: { types: `./cjs/${types}`, default: `./cjs/${module}` },
  };
}

/** Writes the package.json to publish: what the workspace's own says about the package, and `more`. */
export function writePackage(workspace, out, more) {
  const { name, version, description, license } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  const entry = more.exports['.'].require;
  const content = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    main: entry.default,
    types: entry.types,
    ...more,
    exports: { ...more.exports, './package.json': './package.json' },
    engines: { node: '>=20' },
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** The same modules and types in cjs/, for `require`: Node takes what a package.json calls commonjs for such. */
export async function commonJs(out) {
  const cjs = join(out, 'cjs');
  const entryPoints = globSync('**/*.js', { cwd: out }).map((file) => join(out, file));
  await build({ entryPoints, outdir: cjs, outbase: out, format: 'cjs', platform: 'node', target: 'es2023', logLevel: 'warning' });
  cpSync(join(out, 'types'), join(cjs, 'types'), { recursive: true });
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Packs a folder as npm would publish it. The same content gives the same bytes. */
export function packed(folder, tarball) {
  const made = mkdtempSync(join(dirname(tarball), 'pack-'));
  const options = ['--json', '--silent', '--ignore-scripts', '--offline', '--pack-destination', made];
  const answer = execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(answer);
  renameSync(join(made, filename), tarball);
  rmSync(made, { recursive: true });
}
