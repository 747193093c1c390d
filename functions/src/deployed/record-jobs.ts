import { jobKinds } from '../domain/records/job-kinds/job-kinds.ts';
import { runJobs } from '../domain/records/jobs/run-jobs.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Works on many records in the background. The next run begins a minute later at most. */
export const recordJobs = job('recordJobs', 'every 1 minutes', () => runJobs(services.records, jobKinds, services.clock() + 55_000));
