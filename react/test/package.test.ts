import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build, type BuildResult } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { apiReport } from '../../scripts/package/api-report.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '..');
const modules = join(workspace, '../node_modules');
/** Bytes of the hooks without the client, minified. */
const budget = 12 * 1024;

/** Packages are found from here. */
mkdirSync(join(workspace, 'node_modules'), { recursive: true });
const dist = mkdtempSync(join(workspace, 'node_modules/.package-'));
const tarball = join(dist, 'react.tgz');
const app = join(dist, 'app');

beforeAll(() => {
  run(process.execPath, ['build.mjs', dist], workspace);
  const installed = join(app, 'node_modules/@bedplate/react');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], app);
  run(process.execPath, ['build.mjs', join(dist, 'client')], join(workspace, '../client'));
  symlinkSync(join(dist, 'client/package'), join(app, 'node_modules/@bedplate/client'));
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('the package is clean: its files, its exports and the types of both module systems', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(dist, 'package'), strict: true });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  // Resolution as Node 10 did it knows no exports, so it finds the package's index only.
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  expect(
    analysis.types && analysis.problems.filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10')),
  ).toEqual([]);
});

test('the API is the one that was reviewed', async () => {
  const report = apiReport(join(dist, 'package/types'), { '.': 'index.d.ts', './server': 'server.d.ts' });
  await expect(report).toMatchFileSnapshot('../api.md');
});

test('the hooks are small, and a page loads Firebase with its first live list', async () => {
  const bundled = async (names: string) => {
    const stdin = { contents: `import { ${names} } from '@bedplate/react'; globalThis.used = [${names}];`, resolveDir: app };
    const options = { bundle: true, format: 'esm', minify: true, write: false, metafile: true, logLevel: 'silent' } as const;
    return build({ ...options, stdin, splitting: true, outdir: 'page', external: ['react', 'react/jsx-runtime'] });
  };
  const hooks = await bundled('BedplateProvider, useList, useRecord, useMutation, useUser, useUpload, createSession');
  const size = bytesOf(hooks, '/@bedplate/react/');
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThan(budget);
  expect(bytesOf(hooks, 'firebase')).toBe(0);
  const live = await bundled('BedplateProvider, liveSync');
  expect(bytesOf(live, 'firebase')).toBe(0);
  expect(Object.keys(live.metafile.inputs).filter((file) => file.includes('firebase'))).not.toEqual([]);
});

/** @returns how much of what the page loads at first comes from files with this in their path */
function bytesOf({ metafile }: BuildResult<{ metafile: true }>, part: string): number {
  const { outputs } = metafile;
  const first = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === '<stdin>'));
  for (const path of first) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) if (kind !== 'dynamic-import') first.add(imported);
  }
  const inputs = [...first].flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}));
  return inputs.reduce((sum, [file, { bytesInOutput }]) => sum + (file.includes(part) ? bytesInOutput : 0), 0);
}

const page = `import { BedplateProvider, useList, useMutation } from '@bedplate/react';
import { createClient } from '@bedplate/client';
const orders = createClient({ endpoint: 'x', projectId: 'p' }).storage<{ title: string }>('orders', 's');
function Orders() {
  const { data } = useList(orders, { where: { title: 'Tea' }, sortBy: 'title' });
  const { update } = useMutation(orders);
  // @ts-expect-error no such field
  useList(orders, { sortBy: 'colour' });
  return <ul>{data?.map(({ id, title }) => <li key={id} onClick={() => update(id, { title: 'Cake' })}>{title}</li>)}</ul>;
}
export const page = <BedplateProvider><Orders /></BedplateProvider>;
`;

test('a strict page compiles', () => {
  writeFileSync(join(app, 'page.tsx'), page);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--jsx',
    'react-jsx',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'esnext',
  ];
  const strict = ['--skipLibCheck', '--types', '', '--lib', 'esnext,dom,dom.iterable'];
  expect(run(join(modules, '.bin/tsc'), ['page.tsx', ...options, ...strict], app)).toBe('');
});

/** @throws with what the program said */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // of a child process
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
