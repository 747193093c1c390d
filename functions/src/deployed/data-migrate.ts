import { runMigrations } from '../domain/migrations/run-migrations.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Brings stored data of an earlier version to this one, soon after its deployment. */
export const dataMigrate = job('dataMigrate', 'every 5 minutes', () => runMigrations(services, services.clock() + 480_000));
