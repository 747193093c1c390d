import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { hurryJob } from './hurry-job.ts';
import { getJob } from './list-jobs.ts';
import { workOn } from './run-jobs.ts';

vi.mock('./list-jobs.ts');
vi.mock('./run-jobs.ts');

test('a call that waits for a job works on it for two seconds, and then tells how far it is', async () => {
  const services = { now: () => 1_000 } as RecordServices;
  await hurryJob(services, 'orders', 'job');
  expect(workOn).toHaveBeenCalledExactlyOnceWith(services, expect.objectContaining({ jobId: 'job', until: 3_000 }));
  expect(getJob).toHaveBeenCalledExactlyOnceWith(services, 'orders', 'job');
});
