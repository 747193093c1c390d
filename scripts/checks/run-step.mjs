import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../suite/paths.mjs';

/**
 * Runs one step with its time limit; its output is shown when it fails.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runStep({ command, args, cwd = '.', counts = false, limit }, env) {
  const dir = mkdtempSync(join(tmpdir(), 'bedplate-test-'));
  const report = join(dir, 'report.json');
  const reporters = counts ? ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`] : [];
  const path = `${root}/node_modules/.bin:${process.env.PATH}`;
  const options = { cwd: join(root, cwd), env: { ...process.env, ...env, PATH: path } };
  const { code, output } = await run({ command, args: [...args, ...reporters], options, limit });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  rmSync(dir, { recursive: true, force: true });
  if (code !== 0) console.log(output.trimEnd());
  if (!counts) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  // A file that cannot be loaded, or a run that hangs, fails without a failed test.
  return { passed, failed: failed || (code === 0 ? 0 : 1) };
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
