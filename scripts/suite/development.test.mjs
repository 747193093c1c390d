import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'vite';
import { rebuildOnSave } from './development.mjs';

test('each save rebuilds, also of a file that the editor replaces by a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bedplate-saves-'));
  const source = join(folder, 'functions/src/a.ts');
  for (const place of ['functions/src', 'web']) mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(source, '0');
  const server = await createServer({ root: join(folder, 'web'), configFile: false, server: { middlewareMode: true, ws: false } });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  let builds = 0;
  rebuildOnSave(server.watcher, [join(folder, 'functions/src')], async () => void (builds += 1));
  // A save before the watcher has met the file is none to it.
  await expect.poll(() => server.watcher.getWatched()[join(folder, 'functions/src')] ?? []).toContain('a.ts');
  for (const text of ['one', 'two', 'three']) {
    const before = builds;
    writeFileSync(join(folder, 'a.new'), text);
    renameSync(join(folder, 'a.new'), source);
    await expect.poll(() => builds).toBeGreaterThan(before);
  }
  const before = builds;
  writeFileSync(source, 'four');
  await expect.poll(() => builds).toBeGreaterThan(before);
});
