import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';
import { root } from './paths.mjs';

const settle = 150;

/**
 * Vite with hot reload in front of the running suite, and the functions rebuilt on each save (the emulator reloads them).
 * @returns {Promise<string>} where to open the console
 */
export async function startDevelopment({ addresses, refreshFunctions }, say) {
  const { createServer } = await import('vite');
  const port = addresses.ports.vite;
  const backend = Object.fromEntries(['/app', '/api', '/livesync.js', '^/(client|react).*[.]tgz$'].map((path) => [path, addresses.web]));
  const server = await createServer({ root: join(root, 'web'), server: { host: '127.0.0.1', port, strictPort: true, proxy: backend } });
  const folders = ['functions/src', 'contract/src'].map((folder) => join(root, folder));
  rebuildOnSave(server.watcher, folders, async () => {
    try {
      if (!(await buildWhenChanged('functions'))) return;
      refreshFunctions();
      say('Rebuilt the functions.');
    } catch (error) {
      console.error(error.message); // a syntax error while typing; the last good build stays
    }
  });
  await server.listen();
  return addresses.vite;
}

/**
 * Rebuilds once a moment after the last of some changes, one build after the other.
 * @param watcher of Vite: `watch` of Node hears no more of a file that an editor or git has replaced by another one
 */
export function rebuildOnSave(watcher, folders, rebuild) {
  let timer;
  let running = Promise.resolve();
  watcher.add(folders);
  watcher.on('all', (_, file) => {
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(rebuild)), settle);
  });
}
