import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../suite/paths.mjs';

/**
 * Runs one step with its time limit; its output is shown when it fails. Only journeys in a browser have a second try, because
 * Chromium itself hangs at times; each test that needed it is named.
 * @returns {Promise<{ passed: number, failed: number, retried: string[], files: { name: string, millis: number }[] }>}
 */
export async function runStep({ command, args, cwd = '.', counts = false, browser = false, limit }, env) {
  const dir = mkdtempSync(join(tmpdir(), 'bedplate-test-'));
  const report = join(dir, 'report.json');
  const second = join(dir, 'retried');
  const retry = browser ? ['--retry=1', `--reporter=${import.meta.dirname}/name-retried.mjs`] : [];
  const reporters = counts ? ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...retry] : [];
  const path = `${root}/node_modules/.bin:${process.env.PATH}`;
  const options = { cwd: join(root, cwd), env: { ...process.env, ...env, PATH: path, RETRIED_TESTS: second } };
  const { code, output } = await run({ command, args: [...args, ...reporters], options, limit });
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = results;
  const files = testResults.map(({ name, startTime, endTime }) => ({ name: relative(root, name), millis: endTime - startTime }));
  const retried = existsSync(second) ? readFileSync(second, 'utf8').trim().split('\n') : [];
  rmSync(dir, { recursive: true, force: true });
  if (code !== 0) console.log(output.trimEnd());
  if (!counts) return code === 0 ? { passed: 1, failed: 0, retried, files } : { passed: 0, failed: 1, retried, files };
  // A file that cannot be loaded, or a run that hangs, fails without a failed test.
  return { passed, failed: failed || (code === 0 ? 0 : 1), retried, files };
}

/** Stops the whole process group at the limit. */
function run({ command, args, options, limit }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => {
      output += `\nStopped after ${limit / 1000} s.`;
      process.kill(-child.pid, 'SIGKILL');
    }, limit);
    const stop = () => process.kill(-child.pid, 'SIGKILL');
    process.once('SIGINT', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', stop);
      resolve({ code, output });
    });
  });
}
