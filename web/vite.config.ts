import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const backend = 'http://127.0.0.1:5000';

/**
 * Libraries that every page needs and that change rarely get a chunk of their own, so a release does not make browsers load them again.
 * Not the large ones that only some pages need: a group takes its dependencies along, and then every page loads all of it.
 */
const vendorChunks = [{ name: 'react', test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\// }];

const firstLoadBudget = 300 * 1024;

/** Fails the build when what every page loads before its first paint outgrows the budget (gzipped bytes). */
const firstLoad: Plugin = {
  name: 'first-load-budget',
  generateBundle(_, bundle) {
    const names = new Set(Object.values(bundle).flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.fileName] : [])));
    let size = 0;
    for (const name of names) {
      const file = bundle[name];
      if (file?.type !== 'chunk') continue;
      size += gzipSync(file.code).length;
      for (const imported of file.imports) names.add(imported); // a Set is walked with what is added on the way
    }
    if (size > firstLoadBudget)
      this.error(`The first load is ${size} bytes gzipped, over the budget of ${firstLoadBudget}: ${[...names].join(', ')}`);
  },
};

const liveSyncScript = fileURLToPath(new URL('../client/dist/livesync.js', import.meta.url));

/** Apps load this file of client/ from the product's host, so it is deployed with the site. */
const appScript: Plugin = {
  name: 'app-script',
  generateBundle() {
    if (existsSync(liveSyncScript)) this.emitFile({ type: 'asset', fileName: 'livesync.js', source: readFileSync(liveSyncScript) });
    else this.warn('client/ is not built: /livesync.js is missing from this build.');
  },
};

export default defineConfig({
  plugins: [react(), appScript, firstLoad],
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: vendorChunks } } },
  },
});
