import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesAt } from '../../scripts/suite/addresses.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Sent {
  token?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Runs `npm start` as a person does, in a process of its own. */
export async function startCopy(portOffset: number, dataDir: string) {
  const args = ['scripts/start.mjs', '--empty', '--data', dataDir, '--port-offset', String(portOffset)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready at') && resolve());
    void exited.then(() => reject(new Error('npm start ended before it was ready.')));
  });
  const { web, inbox, ports } = addressesAt(portOffset);
  return {
    web,
    inbox,
    /** Waits until a saved state that has a file counts: files are written first, and the state's metadata then points to them. */
    saved: () => until(() => savedFiles(join(dataDir, 'accounts-and-files')) > 0),
    /** Ends the starter as `kill -9` does, unless it has ended, and waits until the processes that it started have followed. */
    async killHard() {
      child.kill('SIGKILL');
      await exited;
      await until(() => processesWith(`run-${portOffset}/`).length === 0 && processesWith(`--port ${ports.inbox} `).length === 0);
    },
    firestoreProcess: () => processesWith('cli.js firestore').find((pid) => processesWith(`run-${portOffset}/`).includes(pid)),
  };
}

/** @returns the JSON answer @throws when the status is not 2xx */
export async function send(
  url: string,
  { token, headers, body }: Sent = {},
): Promise<{ data: Record<string, string>; accessToken: string; url: string }> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { data: Record<string, string>; accessToken: string; url: string }; // what the calls below answer
}

/** @returns the ids of processes whose command line holds a text */
export function processesWith(text: string): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(text) && !line.includes('ps -A')).map((line) => Number.parseInt(line, 10));
}

/** @returns how many files the state has that the next start would import */
function savedFiles(dir: string): number {
  const metadata = join(dir, 'firebase-export-metadata.json');
  if (!existsSync(metadata)) return 0;
  const { storage } = JSON.parse(readFileSync(metadata, 'utf8')) as { storage?: { path: string } }; // the CLI's format
  return storage ? globSync(join(dir, storage.path, 'blobs', '*')).length : 0;
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !holds(); ) {
    if (Date.now() > end) throw new Error('It did not happen within two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
