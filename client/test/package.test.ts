import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { apiReport } from '../../scripts/package/api-report.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '..');
const modules = join(workspace, '../node_modules');
/** Of what an install downloads. Pages load a tenth of it, which the build holds to budgets of its own. */
const tarballBudget = 145 * 1024;

/** Packages are found from here. */
mkdirSync(join(workspace, 'node_modules'), { recursive: true });
const dist = mkdtempSync(join(workspace, 'node_modules/.package-'));
const tarball = join(dist, 'client.tgz');
/** An app of somebody else: nothing in it but what it installs. */
const app = mkdtempSync(join(tmpdir(), 'app-'));

beforeAll(() => {
  run(process.execPath, ['build.mjs', dist], workspace);
  const installed = join(app, 'node_modules/@bedplate/client');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], app);
  for (const name of ['firebase', '@firebase']) symlinkSync(join(modules, name), join(app, 'node_modules', name));
});
afterAll(() => {
  for (const folder of [dist, app]) rmSync(folder, { recursive: true, force: true });
});

test('the package is clean: its files, its exports and the types of both module systems', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(dist, 'package'), strict: true });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  const bytes = readFileSync(tarball);
  expect(bytes.length).toBeLessThan(tarballBudget);
  const analysis = await checkPackage(createPackageFromTarballData(bytes));
  const problems = analysis.types ? analysis.problems : ['no types'];
  // Resolution as Node 10 did it knows no exports, so it finds the package's index only.
  expect(
    problems.filter((problem) => typeof problem === 'string' || !('resolutionKind' in problem && problem.resolutionKind === 'node10')),
  ).toEqual([]);
});

test('the API is the one that was reviewed', async () => {
  const entries = { '.': 'index.d.ts', './livesync': 'livesync/index.d.ts', './testing': 'testing/index.d.ts' };
  await expect(apiReport(join(dist, 'package/types/client/src'), entries)).toMatchFileSnapshot('../api.md');
});

const use = `const bedplate = createClient({ endpoint: 'http://127.0.0.1:1', projectId: 'p', apiKey: 'k' });
const orders = bedplate.storage('orders', 'o');
console.log(typeof orders.list, new BedplateError('timeout', 'late').code, applyChange([], { type: 'gap' }).length);
console.log(typeof createLiveSync, typeof createLiveSyncCore, typeof createCostMeter);
`;
const names = { '@bedplate/client': 'createClient, BedplateError, applyChange, createLiveSync' };
const used = { ...names, '@bedplate/client/livesync': 'createLiveSyncCore', '@bedplate/client/testing': 'createCostMeter' };
const printed = 'function timeout 0\nfunction function function\n';

test.each([
  ['import', 'app.mjs', ([from, what]: [string, string]) => `import { ${what} } from '${from}';`],
  ['require', 'app.cjs', ([from, what]: [string, string]) => `const { ${what} } = require('${from}');`],
])(
  'an app runs with %s',
  (_, file, line) => {
    write(file, `${Object.entries(used).map(line).join('\n')}\n${use}`);
    expect(run(process.execPath, [file], app)).toBe(printed);
  },
  30_000,
);

test('Firebase is not loaded before something is followed', () => {
  const file = 'without-firebase.mjs';
  const follow = "{ endpoint: 'http://127.0.0.1:1', projectId: 'p', storageKey: 'orders', apiKey: 'k', onChange() {} }";
  const loaded = 'Array.from(seen).sort().join(" ")';
  write(
    file,
    `import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({
  resolve(name, context, next) {
    if (name.startsWith('firebase/')) seen.add(name);
    return next(name, context);
  },
});
const { createClient, createLiveSync } = await import('@bedplate/client');
createClient({ endpoint: 'http://127.0.0.1:1', projectId: 'p' });
console.log(${loaded});
await new Promise((resolve) => createLiveSync({ ...${follow}, onError: resolve }));
while (!seen.has('firebase/auth')) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(${loaded});
process.exit();
`,
  );
  expect(run(process.execPath, [file], app)).toBe('\nfirebase/app firebase/auth firebase/firestore\n');
}, 30_000);

test.each(['app.mts', 'app.cts'])('a strict %s compiles, the declarations of the package included', (file) => {
  const imports = Object.entries(used).map(([from, what]) => `import { ${what} } from '${from}';`);
  write(
    file,
    `${imports.join('\n')}\n${use}orders.list({ where: { amount: { gte: 5 } } }).then(({ data }) => console.log(data[0]?.id));\n`,
  );
  // Firebase's own declarations name Temporal.
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  expect(run(join(modules, '.bin/tsc'), [file, ...options, '--lib', 'esnext,dom,dom.iterable'], app)).toBe('');
});

function write(name: string, content: string): void {
  writeFileSync(join(app, name), content);
}

/** @throws with what the program said */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // of a child process
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
