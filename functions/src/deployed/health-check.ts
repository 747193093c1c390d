import { createHealthCheck } from '../domain/office/health/check-health.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Whether every part answers; staff get a mail when one does not. */
export const healthCheck = job('healthCheck', 'every 5 minutes', createHealthCheck(services));
