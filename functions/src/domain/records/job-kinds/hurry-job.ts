import type { RecordJob } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { jobKinds } from './job-kinds.ts';
import { getJob } from '../jobs/list-jobs.ts';
import { workOn } from '../jobs/run-jobs.ts';

/** Time that a call which waits for a job works on it. */
const workMillis = 2_000;

/** Works on a job for whoever waits for it: small ones end at once. @returns how far it is @throws {ApiError} as `getJob` */
export async function hurryJob(services: RecordServices, storageId: string, jobId: string): Promise<RecordJob> {
  await workOn(services, { kinds: jobKinds, jobId, until: services.now() + workMillis });
  return getJob(services, storageId, jobId);
}
