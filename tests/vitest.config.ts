import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patience } from '../vitest.patience.ts';

/** The Firestore server comes from its sources. */
const base = { ...patience, alias: { 'local-firestore': fileURLToPath(new URL('../local/firestore/src/index.ts', import.meta.url)) } };

/** `api` and `e2e` run against the whole product, which globalSetup brings up once; `rules` needs only the Firestore server. */
const suite = { ...base, globalSetup: './support/suite.ts', fileParallelism: false };

export default defineConfig({
  test: {
    projects: [
      { test: { ...base, name: 'rules', include: ['rules/**/*.test.ts'] } },
      // Scenarios keep nothing in their modules: loading the libraries for each file took a fifth of the time.
      { test: { ...suite, name: 'api', include: ['api/**/*.test.ts'], isolate: false } },
      { test: { ...base, name: 'restart', include: ['restart/**/*.test.ts'], testTimeout: 480_000 } },
      // Journeys share a browser and the libraries that drive it.
      { test: { ...suite, name: 'e2e', include: ['e2e/**/*.test.ts'], testTimeout: 300_000, isolate: false } },
    ],
  },
});
