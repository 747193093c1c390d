import type { Router } from 'express';
import { findStorage } from '../../domain/callers/find-project.ts';
import { hurryJob } from '../../domain/records/job-kinds/hurry-job.ts';
import { cancelJob, getJob, listJobs } from '../../domain/records/jobs/list-jobs.ts';
import { undoJob } from '../../domain/records/undo/undo-job.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { PathId, StoragePath } from '../../validation/inputs.ts';

const JobPath = StoragePath.extend({ jobId: PathId });

/** Work on many records of a storage: see it, hurry it, cancel it, take it back. */
export function storageJobRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/jobs';
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => {
        const storage = await findStorage(services, { caller, projectId: params.projectId, storageId: params.storageId });
        return { data: await listJobs(services.records, storage.id) };
      }),
    },
    [`${path}/:jobId`]: {
      get: handle(may('storages.write'), { params: JobPath }, async ({ caller, params }) => {
        const storage = await findStorage(services, { caller, projectId: params.projectId, storageId: params.storageId });
        return { data: await getJob(services.records, storage.id, params.jobId) };
      }),
    },
    [`${path}/:jobId/run`]: {
      post: handle(may('storages.write'), { params: JobPath }, async ({ caller, params }) => {
        const storage = await findStorage(services, { caller, projectId: params.projectId, storageId: params.storageId });
        await getJob(services.records, storage.id, params.jobId);
        return { data: await hurryJob(services.records, storage.id, params.jobId) };
      }),
    },
    [`${path}/:jobId/cancel`]: {
      post: handle(may('storages.write'), { params: JobPath }, async ({ caller, params }) => {
        const storage = await findStorage(services, { caller, projectId: params.projectId, storageId: params.storageId });
        return { data: await cancelJob(services.records, storage, params.jobId) };
      }),
    },
    [`${path}/:jobId/undo`]: {
      post: handle(may('storages.write'), { params: JobPath }, async ({ caller, params }) => {
        const storage = await findStorage(services, { caller, projectId: params.projectId, storageId: params.storageId });
        const jobId = await undoJob(services.records, storage, { jobId: params.jobId, actor: caller.uid });
        return { data: await getJob(services.records, storage.id, jobId) };
      }),
    },
  });
}
