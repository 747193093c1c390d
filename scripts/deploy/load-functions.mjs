import { once } from 'node:events';
import { freePort } from '../suite/addresses.mjs';
import { UserError } from '../suite/user-error.mjs';
import { asked, shaped, startFunction } from './start-function.mjs';

const longestMillis = 60_000;

/**
 * Starts each function as the platform does: in the Functions Framework that the upload folder declares, with its own secrets only.
 * @param {string} folder the installed upload folder
 * @param {Record<string, { trigger: string, secrets: string[] }>} functions as `discover` returns them
 * @returns {Promise<Record<string, number>>} milliseconds from the start of each process to its first answer
 * @throws {UserError} with the function's own words when one does not serve
 */
export async function loadFunctions(folder, functions) {
  const millis = {};
  const rows = Object.entries(functions);
  const allSecrets = rows.flatMap(([, { secrets }]) => secrets);
  for (const [name, { trigger, secrets }] of rows) {
    const foreign = allSecrets.filter((key) => !secrets.includes(key));
    const parameters = Object.entries(shaped).filter(([key]) => !foreign.includes(key));
    millis[name] = await loadOne(folder, { name, trigger, parameters });
  }
  return millis;
}

async function loadOne(folder, { name, trigger, parameters }) {
  const port = await freePort();
  const isHttp = trigger.startsWith('https');
  const began = performance.now();
  const child = startFunction(folder, {
    name,
    port,
    isEvent: trigger.startsWith('google.'),
    parameters: Object.fromEntries(parameters),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  try {
    // The framework answers this path itself, so that no job runs.
    await listening(port, child);
    const millis = Math.round(performance.now() - began);
    if (isHttp) await requireAnswer(name, port);
    return millis;
  } catch (error) {
    throw new UserError(`The function ${name} does not serve: ${error.message}\n${output}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function requireAnswer(name, port) {
  const [path, status] = asked[name] ?? ['/', 404];
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}, not ${status}: ${text.slice(0, 300)}`);
}

async function listening(port, child) {
  for (const end = Date.now() + longestMillis; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}.`);
    const answer = await fetch(`http://127.0.0.1:${port}/favicon.ico`, { method: 'HEAD' }).catch(() => null);
    if (answer) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('it does not listen within a minute.');
}
