import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appFiles } from './build/app-files.ts';
import { firstLoad } from './build/first-load.ts';
import { performance } from './build/performance/index.ts';
import { developmentPages } from './build/site/development-pages.ts';
import { sitePages } from './build/site/site-pages.ts';
import { tokenStyles } from './build/token-styles.ts';
import { topics } from './build/topics/plugin.ts';

const backend = 'http://127.0.0.1:5000';

export default defineConfig({
  plugins: [react(), topics, tokenStyles, developmentPages, appFiles, firstLoad, performance(), sitePages()],
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
