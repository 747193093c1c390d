import { createApp } from '../app.ts';
import { runsJobs } from '../config/process.ts';
import { httpFunction } from './http-function.ts';
import { services } from './services.ts';

/** The console's API at /app. */
export const app = httpFunction('app', createApp(services));

if (runsJobs) void import('./local-jobs.ts').then(({ runLocalJobs }) => runLocalJobs());
