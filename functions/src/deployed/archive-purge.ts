import { purgeArchives } from '../domain/archive/purge-archives.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Deletes what has been in the archive for 30 days, for the accounts that have said so. */
export const archivePurge = job('archivePurge', 'every day 04:20', () => purgeArchives(services));
