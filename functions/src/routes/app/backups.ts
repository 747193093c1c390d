import { nextPartHeader } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { backupContents, backupRecords } from '../../domain/backups/download-backup.ts';
import { backupDetails, findBackup, listBackups } from '../../domain/backups/list-backups.ts';
import { hurryBackup, makeBackup } from '../../domain/backups/make-backup.ts';
import { startRestore } from '../../domain/backups/start-restore.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { PathId, ProjectPath } from '../../validation/inputs.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';

const BackupPath = ProjectPath.extend({ backupId: PathId });
const RecordsPath = BackupPath.extend({ storageId: PathId });
const RecordsPart = z.object({ after: z.string().max(10).optional() });

/** Backups of a project: see them, ask for one, hurry it, download and restore it. */
export function backupRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/backups': {
      get: handle(may('records.export'), { params: ProjectPath }, async ({ caller, params }) => ({
        data: await listBackups(services, caller, params.projectId),
      })),
      post: handle(may('projects.write'), { params: ProjectPath, status: 201 }, async ({ caller, params }) => ({
        data: await makeBackup(services, caller, params.projectId),
      })),
    },
    '/project/:projectId/backups/:backupId': {
      get: handle(may('records.export'), { params: BackupPath }, async ({ caller, params }) => ({
        data: await backupDetails(services, await findBackup(services, { caller, ...params })),
      })),
    },
    '/project/:projectId/backups/:backupId/contents': {
      get: handle(may('records.export'), { params: BackupPath }, async ({ caller, params }) => ({
        data: await backupContents(services, caller, await findBackup(services, { caller, ...params })),
      })),
    },
    '/project/:projectId/backups/:backupId/records/:storageId': {
      get: handle(may('records.export'), { params: RecordsPath, query: RecordsPart }, async ({ caller, params, query, res }) => {
        const backup = await findBackup(services, { caller, ...params });
        const { content, next } = await backupRecords(services, backup, { storageId: params.storageId, after: query.after });
        res.set({ 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Content-Disposition': 'attachment' });
        if (next !== undefined) res.set(nextPartHeader, next);
        res.send(content);
        return undefined;
      }),
    },
    '/project/:projectId/backups/:backupId/restore': {
      post: handle(may('projects.write'), { params: BackupPath, body: RestoreOrder }, async ({ caller, params, body }) => {
        const backup = await findBackup(services, { caller, ...params });
        return { data: await startRestore(services, caller, { backup, order: body }) };
      }),
    },
    '/project/:projectId/backups/:backupId/run': {
      post: handle(may('projects.write'), { params: BackupPath }, async ({ caller, params }) => {
        const { id } = await findBackup(services, { caller, ...params });
        return { data: await hurryBackup(services, id) };
      }),
    },
  });
}
