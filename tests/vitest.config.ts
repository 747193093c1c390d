import { defineConfig } from 'vitest/config';

/** `api` and `e2e` run against the whole product, which globalSetup brings up once; `rules` needs only the Firestore server. */
const suite = { globalSetup: './support/suite.ts', fileParallelism: false, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['rules/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 } },
      { test: { ...suite, name: 'api', include: ['api/**/*.test.ts'], testTimeout: 90_000 } },
      { test: { name: 'restart', include: ['restart/**/*.test.ts'] } },
      { test: { ...suite, name: 'e2e', include: ['e2e/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
