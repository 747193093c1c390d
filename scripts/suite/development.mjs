import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';
import { root } from './paths.mjs';

const settle = 150;

/**
 * Vite with hot reload in front of the running suite, and the functions rebuilt on each save (the emulator reloads them).
 * @returns {Promise<string>} where to open the console
 */
export async function startDevelopment({ addresses, refreshFunctions }, say) {
  watchFunctions(async () => {
    try {
      if (!(await buildWhenChanged('functions'))) return;
      refreshFunctions();
      say('Rebuilt the functions.');
    } catch (error) {
      console.error(error.message); // a syntax error while typing; the last good build stays
    }
  });
  const { createServer } = await import('vite');
  const port = addresses.ports.vite;
  const backend = Object.fromEntries(['/app', '/api', '/livesync.js', '^/(client|react).*[.]tgz$'].map((path) => [path, addresses.web]));
  const server = await createServer({ root: join(root, 'web'), server: { host: '127.0.0.1', port, strictPort: true, proxy: backend } });
  await server.listen();
  return addresses.vite;
}

function watchFunctions(rebuild) {
  let timer;
  let running = Promise.resolve();
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(rebuild)), settle);
  };
  for (const folder of ['functions/src', 'contract/src']) watch(join(root, folder), { recursive: true }, schedule);
}
