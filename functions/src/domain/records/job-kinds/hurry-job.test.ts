import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { hurryJob } from './hurry-job.ts';
import { getJob } from '../jobs/list-jobs.ts';
import { workOn } from '../jobs/run-jobs.ts';

vi.mock('../jobs/list-jobs.ts');
vi.mock('../jobs/run-jobs.ts');

test('a call that waits for a job works on it for two seconds, and then tells how far it is', async () => {
  const services = { now: () => 1_000 } as RecordServices;
  await hurryJob(services, 'orders', 'job');
  expect(workOn).toHaveBeenCalledExactlyOnceWith(services, expect.objectContaining({ jobId: 'job', until: 3_000 }));
  expect(getJob).toHaveBeenCalledExactlyOnceWith(services, 'orders', 'job');
});
