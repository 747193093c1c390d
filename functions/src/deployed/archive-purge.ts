import { endArchives } from './end-archives.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** The end of what has been in the archive for 30 days, and of app users who left as long ago. */
export const archivePurge = job('archivePurge', 'every day 04:20', () => endArchives(services));
