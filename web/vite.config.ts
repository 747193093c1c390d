import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups, moduleParts, shortName } from './build/chunk-groups.ts';
import { compileHints } from './build/compile-hints.ts';
import { developmentPages } from './build/development-pages.ts';
import { firstLoad } from './build/first-load.ts';
import { firstStyles } from './build/first-styles.ts';
import { fontPreload } from './build/font-preload.ts';
import { leanLibraries } from './build/lean-libraries.ts';
import { sitePages } from './build/site-plugin.ts';
import { themeStyles } from './build/theme-styles.ts';
import { tokenStyles } from './build/token-styles.ts';
import { topics } from './build/topics-plugin.ts';

const backend = 'http://127.0.0.1:5000';

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
  plugins: [
    leanLibraries,
    react(),
    topics,
    themeStyles,
    tokenStyles,
    developmentPages,
    appScript,
    moduleParts,
    firstLoad,
    compileHints,
    fontPreload,
    firstStyles,
    sitePages(),
  ],
  appType: 'mpa',
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('./src/lib/zod-without-eval.ts', import.meta.url)) }] },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // The site loads few chunks and names them in its HTML: the polyfill would be one more.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: 'console.html', site: 'site.html' },
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '').replace(/\.\w+$/, '')}-[hash][extname]`,
      },
    },
  },
});
