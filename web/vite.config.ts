import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { developmentPages } from './build/development-pages.ts';
import { firstLoad } from './build/first-load.ts';
import { leanGrid } from './build/lean-grid.ts';
import { sitePages } from './build/site-plugin.ts';
import { tokenStyles } from './build/token-styles.ts';
import { topics } from './build/topics-plugin.ts';

const backend = 'http://127.0.0.1:5000';

/**
 * Libraries that every page needs and that change rarely get a chunk of their own, so a release does not make browsers load them again.
 * Not the large ones that only some pages need: a group takes its dependencies along, and then every page loads all of it.
 */
const vendorChunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(?:react-router|react-router-dom)\// },
  // What most pages of the console share: a hundred small files take a browser longer to find and start than a few.
  { name: 'look', test: /node_modules\/(?:@mui\/(?!x-)|@emotion|@popperjs|react-transition-group|@tanstack)/, minShareCount: 10 },
];

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
  plugins: [leanGrid, react(), topics, tokenStyles, developmentPages, appScript, firstLoad, sitePages()],
  appType: 'mpa',
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // The site loads few chunks and names them in its HTML: the polyfill would be one more.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { console: 'console.html', site: 'site.html' }, output: { codeSplitting: { groups: vendorChunks } } },
  },
});
