import type { refusals as english } from '@bedplate/contract';

/** Why the server refuses. */
export const refusals: Record<keyof typeof english, string> = {};
