import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patience } from '../vitest.patience.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // From its sources: it is packed for others as a bundle.
    alias: { 'local-firestore': fileURLToPath(new URL('../local/firestore/src/index.ts', import.meta.url)) },
    ...patience,
    // Tests mostly wait, for a bank's answer or a lease's end: one for each processor would leave it idle.
    maxWorkers: 3,
    // Loading Google's libraries for each file took a fifth of the time; our own modules are new for each: test/setup.ts.
    isolate: false,
    setupFiles: ['test/setup.ts'],
    // Firestore's SDK does not catch this one itself: a listener that a test ends while its stream is being opened, just before the client ends.
    // A read of ours that came too late would still fail its own test. https://github.com/googleapis/nodejs-firestore, Firestore.requestStream
    onUnhandledError: (error) => error.message !== 'The client has already been terminated',
    // Google's libraries look for their cloud's metadata server; no test asks beyond this machine.
    env: { METADATA_SERVER_DETECTION: 'none' },
  },
});
