import { z } from 'zod';
import { problem } from './texts/rules.ts';
import { limits } from './limits.ts';

/** POST /api/livesync/token: which storages to follow, by key or by id. */
export const LiveSyncRequest = z.object({
  storageKeys: z
    .array(z.string().min(1).max(limits.storageKeyLength))
    .min(1, problem('livesyncStoragesMissing'))
    .max(limits.livesyncStorages, problem('livesyncStoragesMany', { max: limits.livesyncStorages })),
});
