import { config } from 'zod/v4';

// Zod would try whether it may make functions of text: the Content-Security-Policy refuses it, and
// the browser reports each try.
config({ jitless: true });

/**
 * Stands for `zod` in the console's code (vite.config.ts), so that it is set before the first
 * schema is made.
 */
export * from 'zod/v4';
