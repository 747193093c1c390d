import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { root } from './paths.mjs';
import { processes } from './processes.mjs';

const preloads = [
  'follow-parent.mjs',
  'caller-addresses.mjs',
  'readable-addresses.mjs',
  'readable-refusals.mjs',
  'failing-requests.mjs',
  'hop-by-hop-headers.mjs',
  'storage-export.mjs',
  'cancelled-uploads.mjs',
  'function-concurrency.mjs',
  'watch-functions.mjs',
].flatMap((name) => ['--import', `${root}/scripts/suite/${name}`]);

/**
 * Starts a Node program in its own process group, so that Ctrl-C reaches only us and we stop things in order.
 * It stops by itself when we die. Its output goes to `logFile` and, line by line, to `onLine`.
 * @returns {{ pid: number, logFile: string, exited: Promise<number | string>, stop: (graceMs: number) => Promise<void> }}
 */
export function startTree(nodeBinary, args, { cwd, env, logFile, onLine = () => {} }) {
  const child = spawn(nodeBinary, [...preloads, ...args], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(logFile, { flags: 'a' });
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const end = () => resolve(code ?? signal);
      child.once('close', () => log.end(end)); // its last words are in the log
      setTimeout(end, 1000); // a child of it may hold its output open
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.setEncoding('utf8');
    let rest = '';
    stream.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      lines.forEach(onLine);
    });
  }
  return { pid: child.pid, logFile, exited, stop: (graceMs) => stopTree(child, exited, graceMs) };
}

/** Asks first, then ends whatever of this very tree is left, by process id. */
async function stopTree(child, exited, graceMs) {
  const before = await descendantsOf(child.pid);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  await Promise.race([exited, wait(graceMs)]);
  const alive = await processes();
  const left = before.filter(({ pid, started }) => alive.some((p) => p.pid === pid && p.started === started));
  for (const { pid } of left) kill(pid, 'SIGKILL');
}

async function descendantsOf(pid) {
  const all = await processes();
  const tree = all.filter((p) => p.pid === pid);
  for (const found of tree) tree.push(...all.filter((p) => p.parent === found.pid));
  return tree;
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // ended meanwhile
  }
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
