import { purgeDeletedUsers } from '../domain/app-users/delete-self.ts';
import { purgeArchives } from '../domain/archive/purge-archives.ts';
import { allInOrder } from '../runtime/all-in-order.ts';
import type { Services } from '../services/services.ts';

/** Deletes what has been in the archive for 30 days, for the accounts that have said so, and app users who left 30 days ago. */
export async function endArchives(services: Services): Promise<void> {
  await allInOrder(
    () => purgeArchives(services),
    () => purgeDeletedUsers(services),
  );
}
