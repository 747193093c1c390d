import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstLoad } from './build/first-load.ts';
import { performance } from './build/performance/index.ts';
import { developmentPages } from './build/site/development-pages.ts';
import { sitePages } from './build/site/site-pages.ts';
import { tokenStyles } from './build/token-styles.ts';
import { topics } from './build/topics/plugin.ts';

const backend = 'http://127.0.0.1:5000';

const liveSyncScript = fileURLToPath(new URL('../client/dist/livesync.js', import.meta.url));

/** Puts the script of client/ into the site, because apps load it from the product's host. */
const appScript: Plugin = {
  name: 'app-script',
  generateBundle() {
    if (existsSync(liveSyncScript)) this.emitFile({ type: 'asset', fileName: 'livesync.js', source: readFileSync(liveSyncScript) });
    else this.warn('client/ is not built: /livesync.js is missing from this build.');
  },
};

export default defineConfig({
  plugins: [react(), topics, tokenStyles, developmentPages, appScript, firstLoad, performance(), sitePages()],
  appType: 'mpa',
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('./src/lib/zod-without-eval.ts', import.meta.url)) }] },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // The site loads few chunks and names them in its HTML. The polyfill would be one more.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { console: 'console.html', site: 'site.html' } },
  },
});
