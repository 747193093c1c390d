import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A busy machine takes its time; what never comes still fails. The Firestore server comes from its sources. */
const patience = {
  expect: { poll: { timeout: 20_000 } },
  alias: { 'local-firestore': fileURLToPath(new URL('../local/firestore/src/index.ts', import.meta.url)) },
};

/** `api` and `e2e` run against the whole product, which globalSetup brings up once; `rules` needs only the Firestore server. */
const suite = { ...patience, globalSetup: './support/suite.ts', fileParallelism: false, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...patience, name: 'rules', include: ['rules/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 } },
      { test: { ...suite, name: 'api', include: ['api/**/*.test.ts'], testTimeout: 90_000 } },
      { test: { ...patience, name: 'restart', include: ['restart/**/*.test.ts'] } },
      { test: { ...suite, name: 'e2e', include: ['e2e/**/*.test.ts'], testTimeout: 300_000 } },
    ],
  },
});
