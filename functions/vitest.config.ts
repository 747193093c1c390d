import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Google's libraries look for their cloud's metadata server; no test asks beyond this machine.
    env: { METADATA_SERVER_DETECTION: 'none' },
  },
});
