import { keepBackups } from '../domain/backups/keep-backups.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Backs projects up: each night those that have changed, and at any time those that people ask for. */
export const backupProjects = job('backupProjects', 'every 5 minutes', () => keepBackups(services, services.clock() + 240_000));
