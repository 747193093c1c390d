import type { ProjectTrash, TrashEntry } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { archiveEnd } from '../archive/archive-end.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { accountOf } from '../callers/member-of.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { countTrash, mostCounted } from '../storages/count-trash.ts';
import { oldestDeletion, trashEnd, trashSince, trashTerm } from './trash-term.ts';

const storagesOfPage = 50;

/**
 * The trash of a project: archived storages, and the deleted records of the others, counted by storage. Three reads, two for
 * each storage, and one more for each with something in its trash.
 * @param after `next` of the page before
 */
export async function listProjectTrash(
  services: Services,
  { caller, projectId, after }: { caller: Caller; projectId: string; after?: string | undefined },
): Promise<ProjectTrash> {
  await findProject(services, caller, projectId);
  return trashOfProject(services, { tenantId: accountOf(caller).tenantId, projectId, after });
}

/** As `listProjectTrash`, for whoever may see all of the project. */
export async function trashOfProject(
  services: Pick<Services, 'store' | 'clock'>,
  { tenantId, projectId, after }: { tenantId: string; projectId: string; after?: string | undefined },
): Promise<ProjectTrash> {
  const [since, tenant, { rows }] = await Promise.all([
    trashSince(services),
    services.store.tenants.get(tenantId),
    services.store.storages.query({
      where: [['projectId', '==', projectId]],
      orderBy: [[documentId, 'asc']],
      ...(after === undefined ? {} : { startAfter: [after] }),
      limit: storagesOfPage,
    }),
  ]);
  const entries = await Promise.all(rows.map((storage) => entryOf(services, storage, { tenant: tenant?.data ?? null, since })));
  return { entries: entries.flatMap((entry) => entry ?? []), next: rows.length < storagesOfPage ? null : (rows.at(-1)?.id ?? null) };
}

/** @returns null for a storage with an empty trash, and for one that is archived with its project */
export async function entryOf(
  services: Pick<Services, 'store'>,
  storage: StorageRow,
  { tenant, since }: { tenant: TenantDocument | null; since: number },
): Promise<TrashEntry | null> {
  return storage.data.archived ? archived(storage, tenant) : recordsOf(services, storage, since);
}

function archived({ id, data }: StorageRow, tenant: TenantDocument | null): TrashEntry | null {
  const { archivedAt, storageName: name, storageKey: key } = data;
  if (!archivedAt) return null;
  const end = tenant && archiveEnd(tenant, archivedAt);
  return { kind: 'storage', storageId: id, name, key, since: isoOf(archivedAt), endsAt: end && isoOf(end) };
}

async function recordsOf({ store }: Pick<Services, 'store'>, storage: StorageRow, since: number): Promise<TrashEntry | null> {
  const { id, data } = storage;
  const oldest = await oldestDeletion(store, id);
  if (!oldest) return null;
  const [count, end] = [await countTrash(store, id), trashEnd(trashTerm(storage, since), oldest)];
  const { storageName: name, storageKey: key } = data;
  return { kind: 'records', storageId: id, name, key, count, isMore: count >= mostCounted, endsAt: new Date(end).toISOString() };
}

function isoOf(time: Timestamp): string {
  return time.toDate().toISOString();
}
