import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fromFolder } from './watch-functions.mjs';

const require = createRequire(import.meta.url);
const { watch } = createRequire(require.resolve('firebase-tools/lib/emulator/functionsEmulator.js'))('chokidar');
/** As firebase-tools has them. */
const ignored = [/(^|[/\\])\../, /.+?[\\/]node_modules[\\/].+?/];

test('a change of the functions is heard below a hidden folder, one of their hidden files and packages is not', async () => {
  const place = mkdtempSync(join(tmpdir(), 'bedplate-watch-'));
  const folder = join(place, '.hidden/functions');
  const files = ['api.js', '.env', 'node_modules/one/index.js'];
  mkdirSync(join(folder, 'node_modules/one'), { recursive: true });
  const write = (text) => files.forEach((file) => writeFileSync(join(folder, file), text));
  write('before');
  const watcher = fromFolder(watch)(folder, { ignored, persistent: true });
  onTestFinished(async () => {
    await watcher.close();
    rmSync(place, { recursive: true });
  });
  const changed = new Set();
  watcher.on('change', (path) => changed.add(path));
  await new Promise((resolve) => watcher.on('ready', resolve));
  write('after');
  await expect.poll(() => [...changed]).toContain(join(folder, 'api.js'));
  expect([...changed]).toEqual([join(folder, 'api.js')]);
});
