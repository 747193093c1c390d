import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { makeWorld } from './world.ts';

/** bench/load/creates.mjs against the bundle in the Functions Framework, on a database of its own. */
const running = processes();
try {
  const host = await startDatabase(running);
  const { firestore, headers } = await makeWorld(host, secrets, 0);
  await firestore.terminate();
  const url = await startApi(running, host);
  const keys = ['--api-key', headers['x-api-key'] ?? '', '--secret-key', headers['x-secret-key'] ?? '', '--project', 'bench'];
  const target = ['--url', url, '--storage-key', 'orders', '--storage', 'orders'];
  const script = join(process.cwd(), 'bench/load/creates.mjs');
  const child = spawn(process.execPath, [script, ...keys, ...target, ...process.argv.slice(2)], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await running.end();
}
