import { backupDays, type BackupCause, type ProjectDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { backups } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';

interface NewBackup {
  readonly project: { readonly id: string; readonly data: Pick<ProjectDocument<Timestamp>, 'tenantId'> };
  readonly tenant: Pick<TenantDocument, 'plan'>;
  readonly cause: BackupCause;
  readonly by?: { readonly id: string; readonly name: string };
}

/** @returns the id of a backup that the next run begins, and the write that asks for it */
export function newBackup(
  { makeId, clock }: Pick<Services, 'makeId' | 'clock'>,
  { project, tenant, cause, by }: NewBackup,
): { id: string; write: Write } {
  const { id } = makeId();
  const now = clock();
  const write = backups.create(id, {
    tenantId: project.data.tenantId,
    projectId: project.id,
    cause,
    state: 'running',
    readTime: null,
    currentAt: null,
    storages: [],
    read: 0,
    parent: null,
    records: 0,
    files: 0,
    bytes: 0,
    begun: 0,
    failure: null,
    leaseUntil: null,
    notBefore: null,
    createdBy: by?.id ?? null,
    author: by?.name ?? null,
    createdAt: Timestamp.fromMillis(now),
    finishedAt: null,
    expiresAt: Timestamp.fromMillis(now + backupDays[tenant.plan.tier] * 86_400_000),
  });
  return { id, write };
}
