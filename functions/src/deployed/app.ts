import { createApp } from '../app.ts';
import { runsJobs } from '../config/process.ts';
import { createConsoleLog } from '../domain/requests/console-log.ts';
import { httpFunction } from './http-function.ts';
import { services } from './services.ts';

const requestLog = createConsoleLog(services);

/** The console's API at /app. */
export const app = httpFunction('app', createApp(services, requestLog), () => requestLog.flush());

if (runsJobs) void import('./local-jobs.ts').then(({ runLocalJobs }) => runLocalJobs());
