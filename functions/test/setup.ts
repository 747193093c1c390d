import { afterAll, vi } from 'vitest';

// Files share a process and the libraries in it; the state of our own modules, of the environment and of the clock is each file's own.
vi.resetModules();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
