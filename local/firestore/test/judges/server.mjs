// Builds and starts the emulator for a judge, on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the port, and a function that ends the server */
export async function startServer(args = []) {
  const built = spawnSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The emulator does not build.');
  const port = await freePort();
  const server = spawn(process.execPath, ['dist/cli.js', 'firestore', '--port', String(port), '--project-id', 'demo-x', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  server.stdout.resume();
  return { port, stop: () => server.kill() };
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
