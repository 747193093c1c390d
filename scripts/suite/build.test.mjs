import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingPackages } from './packages.mjs';

let root;
let buildWhenChanged;

/** A repository with one workspace, whose build notes whether a package of it is there. */
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'build-')));
  cpSync(import.meta.dirname, join(root, 'scripts/suite'), { recursive: true });
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  const packages = { 'node_modules/diff': { version: '9.0.0' }, 'node_modules/other-platform': { version: '1.0.0', optional: true } };
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) write(file, JSON.stringify({ packages }));
  write('node_modules/diff/package.json', '{}');
  write('client/src/index.ts', 'export {};');
  write(
    'client/build.mjs',
    `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
     if (existsSync('src/broken.ts')) throw new Error('broken');
     mkdirSync('dist', { recursive: true });
     writeFileSync('dist/livesync.js', String(existsSync('../node_modules/diff')));`,
  );
  ({ buildWhenChanged } = await import(join(root, 'scripts/suite/build.mjs')));
});

afterEach(() => rmSync(root, { recursive: true }));

test('a workspace is built once for the same sources and packages', async () => {
  expect(await buildWhenChanged('client')).toBe(true);
  expect(await buildWhenChanged('client')).toBe(false);
  write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/diff': { version: '9.0.1' } } }));
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/diff': { version: '9.0.1' } } }));
  expect(await buildWhenChanged('client')).toBe(true);
});

test('a build made while a package was missing is made again, before and after it is installed', async () => {
  rmSync(join(root, 'node_modules/diff'), { recursive: true });
  expect(missingPackages(root)).toEqual(['node_modules/diff']);
  expect(await buildWhenChanged('client')).toBe(true);
  expect(await buildWhenChanged('client')).toBe(true);
  write('node_modules/diff/package.json', '{}');
  expect(await buildWhenChanged('client')).toBe(true);
  expect(readFileSync(join(root, 'client/dist/livesync.js'), 'utf8')).toBe('true');
  expect(await buildWhenChanged('client')).toBe(false);
});

test('a build that failed is made again, also with the sources of the last good one', async () => {
  await buildWhenChanged('client');
  write('client/src/broken.ts', '');
  await expect(buildWhenChanged('client')).rejects.toThrow(/Building client\/ failed:[^]*Error: broken/);
  rmSync(join(root, 'client/src/broken.ts'));
  expect(await buildWhenChanged('client')).toBe(true);
});

test('a start that fails shows the last error of its log and where the log is', async () => {
  for (const name of ['functions', 'local/firestore']) write(`${name}/build.mjs`, '');
  write('functions/dist/index.cjs', '');
  write('functions/config/.env', '');
  write('firebase.json', JSON.stringify({ functions: [{}], emulators: {}, hosting: {} }));
  for (const name of ['mail', 'oidc', 'stripe']) write(`local/${name}/src/cli.ts`, 'setInterval(() => {}, 1000);');
  const { freeOffset } = await import(join(root, 'scripts/suite/addresses.mjs'));
  const { startSuite } = await import(join(root, 'scripts/suite/suite.mjs'));
  const portOffset = await freeOffset();
  const log = join(root, `.bedplate/run-${portOffset}/suite.log`);
  const message = await startSuite({ portOffset, site: false }).then(
    () => 'it started',
    (error) => error.message,
  );
  // Nothing is installed here.
  expect(message).toMatch(/^The emulator suite ended \(1\)\.\nIts last error:\n {2}Error: Cannot find module 'firebase-tools.*\n/);
  expect(message).toContain(`The whole log: ${log}`);
  expect(existsSync(log)).toBe(true);
});

function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
