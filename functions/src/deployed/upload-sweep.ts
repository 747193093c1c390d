import { sweepFiles } from './sweep-files.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Files that have not followed their records, and large ones that were begun and never completed. */
export const uploadSweep = job('uploadSweep', 'every 5 minutes', () => sweepFiles(services));
