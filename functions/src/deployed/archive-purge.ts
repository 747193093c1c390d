import { purgeArchives } from '../domain/archive/purge-archives.ts';
import { purgeDeletedUsers } from '../domain/app-users/delete-self.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Deletes what has been in the archive for 30 days, for the accounts that have said so, and app users who left 30 days ago. */
export const archivePurge = job('archivePurge', 'every day 04:20', async () => {
  await purgeArchives(services);
  await purgeDeletedUsers(services);
});
