import { type Backup, backupLimits } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { findProject } from '../callers/find-project.ts';
import { backupsOf } from './find-backups.ts';
import { backupOut } from './list-backups.ts';
import { newBackup } from './new-backup.ts';
import { workOnBackup } from './run-backups.ts';

const looked = 100;
/** A call that asks, or waits, works on the backup itself for so long: a small one is there at once. */
const workMillis = 2_000;

/** @throws {ApiError} conflict while one is being made; quota-exceeded for too many that were asked for */
export async function makeBackup(services: Services, caller: Caller, projectId: string): Promise<Backup> {
  const { tenantId } = accountOf(caller);
  const project = await findProject(services, caller, projectId);
  const tenant = await services.store.tenants.get(tenantId);
  if (!tenant) throw notFound('Project');
  const recent = await backupsOf(services, projectId, looked);
  if (recent.some(({ data }) => data.state === 'running')) throw new ApiError('conflict', say('backupRunning'));
  const asked = recent.filter(({ data }) => data.cause === 'asked' && data.state === 'ready');
  if (asked.length >= backupLimits.asked) throw new ApiError('quota-exceeded', say('backupsMany', { max: backupLimits.asked }));
  const by = { id: caller.uid, name: caller.name };
  const { id, write } = newBackup(services, { project, tenant: tenant.data, cause: 'asked', by });
  await services.store.commit([write]);
  return hurryBackup(services, id);
}

/** Works on a backup for whoever waits for it. @returns how far it is */
export async function hurryBackup(services: Services, id: string): Promise<Backup> {
  await workOnBackup(services, id, services.clock() + workMillis);
  const row = await services.store.backups.get(id);
  if (!row) throw notFound('Backup');
  return backupOut(id, row.data);
}
