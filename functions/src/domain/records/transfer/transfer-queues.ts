import { fairQueue } from '../../rate-limits/fair-queue.ts';

/** An export lasts as long as its reader takes: two of a tenant leave room for the others. */
export const exportInTurn = fairQueue({ parallel: 16, parallelPerTenant: 2, waitingPerTenant: 4 });

/** An import holds its file in memory, in several forms. */
export const importInTurn = fairQueue({ parallel: 4, parallelPerTenant: 2, waitingPerTenant: 8 });
