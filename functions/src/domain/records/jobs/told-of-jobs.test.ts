import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { newJob } from '../model/new-job.ts';
import type { JobPage } from './job-kind.ts';
import { listJobs } from './list-jobs.ts';
import { type JobKinds, runJobs, workOn } from './run-jobs.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

test('of a job ten refusals and twenty warnings are kept, and of a storage twenty jobs are shown', async () => {
  const { services } = data;
  const storage = await (await makeStorage(services))();
  const jobs = Array.from({ length: 25 }, () => newJob(services, storage, { kind: 'reindex', input: {}, actor: 'ada' }));
  await services.store.commit(jobs.map(({ write }) => write));
  const refused = Array.from({ length: 30 }, (_, n) => ({ id: `r${n}`, message: 'No.' }));
  const warnings = Array.from({ length: 30 }, (_, n) => ({ field: `f${n}`, message: 'Odd.' }));
  const page: JobPage = { seen: 1, changed: 0, kept: 0, refused, warnings, next: null };
  const kinds = { reindex: { page: async () => page } } as unknown as JobKinds;
  const jobId = jobs[0]?.id ?? '';
  await workOn(services, { kinds, jobId, until: Number.POSITIVE_INFINITY });
  const worked = (await services.store.recordJobs.get(jobId))?.data;
  expect([worked?.refused?.length, worked?.warnings?.length]).toEqual([10, 20]);
  expect(await listJobs(services, storage.id)).toHaveLength(20);
  expect((worked?.expiresAt.toMillis() ?? 0) - (worked?.createdAt.toMillis() ?? 0)).toBe(90 * 86_400_000);
});

test('a run looks at five hundred jobs', async () => {
  const asked: number[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const services = { now: () => 0, store: { recordJobs: { query } } } as unknown as Parameters<typeof runJobs>[0]; // what is read of them
  expect(await runJobs(services, {} as JobKinds, 1)).toBe(0);
  expect(asked).toEqual([500]);
});
