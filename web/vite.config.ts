import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const backend = 'http://127.0.0.1:5000';

/** Libraries that change rarely get chunks of their own, so a release does not make browsers load them again. */
const vendorChunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\// },
  { name: 'firebase', test: /node_modules\/(?:firebase|@firebase|reactfire|rxfire|rxjs|idb|re2js)\// },
  { name: 'data-grid', test: /node_modules\/@mui\/x-data-grid\// },
  { name: 'charts', test: /node_modules\/(?:@mui\/x-charts|@mui\/x-charts-vendor|d3-[a-z]+)\// },
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
  plugins: [react(), appScript],
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: vendorChunks } } },
  },
});
