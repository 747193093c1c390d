import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { topics } from './build/topics-plugin.ts';

export default defineConfig({
  plugins: [react(), topics],
  test: { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'], testTimeout: 20_000, restoreMocks: true },
});
