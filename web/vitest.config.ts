import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { patience } from '../vitest.patience.ts';
import { topics } from './build/topics/plugin.ts';

const pages = {
  name: 'pages',
  include: ['src/**/*.test.{ts,tsx}'],
  environment: 'jsdom',
  setupFiles: ['src/testing/setup.ts'],
  // Decision 119.
  execArgv: process.env.BEDPLATE_PLAIN === '1' ? [] : ['--import', new URL('src/testing/bidi-once.mjs', import.meta.url).href],
};
const build = { name: 'build', include: ['build/**/*.test.ts'], environment: 'node' };

export default defineConfig({
  plugins: [react(), topics],
  test: {
    ...patience,
    restoreMocks: true,
    // Reloading the component library for each file took a third of the time.
    isolate: false,
    // Pages show a success for two seconds before they go on: tests wait more than they compute.
    maxWorkers: 3,
    projects: [
      { extends: true, test: pages },
      { extends: true, test: build },
    ],
  },
});
