import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const backend = 'http://127.0.0.1:5000';

/** Libraries that change rarely get chunks of their own, so a release does not make browsers load them again. */
const vendorChunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler)\// },
  { name: 'firebase', test: /node_modules\/(?:firebase|@firebase|reactfire|rxfire|rxjs|idb|re2js)\// },
  { name: 'data-grid', test: /node_modules\/@mui\/x-data-grid\// },
  { name: 'charts', test: /node_modules\/(?:@mui\/x-charts|@mui\/x-charts-vendor|d3-[a-z]+)\// },
];

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/app': backend, '/api': backend } },
  build: {
    target: 'es2022',
    // Rolldown would otherwise inline small files as data: URLs, which the Content-Security-Policy refuses for scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: vendorChunks } } },
  },
});
