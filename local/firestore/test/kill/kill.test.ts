import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const run = fileURLToPath(new URL('run.mjs', import.meta.url));
const build = fileURLToPath(new URL('../../build.mjs', import.meta.url));

test('ten kills under load lose no acknowledged commit and leave none half applied', () => {
  const dist = mkdtempSync(join(tmpdir(), 'kill-test-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  expect(spawnSync(process.execPath, [build, dist]).status).toBe(0);
  // How fast a start is tells nothing on a busy machine: whoever changes the log runs the script by itself.
  const flags = ['--cycles', '10', '--documents', '2000', '--start-limit', '60000', '--cli', join(dist, 'cli.js')];
  const { stdout, stderr, status } = spawnSync(process.execPath, [run, ...flags], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toContain('passed');
  expect(status).toBe(0);
});
