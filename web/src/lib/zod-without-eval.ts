import { config } from 'zod';

/** Zod would try whether it may make functions of text: the Content-Security-Policy refuses it, and the browser reports each try. */
config({ jitless: true });
