import { z } from 'zod';
import { limits } from './limits.ts';

/** POST /api/livesync/token: which storages to follow, by key or by id. */
export const LiveSyncRequest = z.object({
  storageKeys: z
    .array(z.string().min(1).max(limits.storageKeyLength))
    .min(1, 'Name at least one storage.')
    .max(limits.livesyncStorages, `At most ${limits.livesyncStorages} storages per token.`),
});
