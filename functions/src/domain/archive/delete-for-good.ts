import { ApiError, notFound, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { apiKeys, projects, storages } from '../../store/collections.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { purgeNow } from './purge-storage.ts';
import { purgeWrite } from './purges.ts';

/**
 * Deletes an archived storage for good: its records, its files, their indexes, its endpoints. Nothing brings it back.
 * @param typed its name, as the person typed it
 * @throws {ApiError} not-found; invalid-argument for another name
 */
export async function deleteStorageForGood(
  services: Services,
  caller: Caller,
  { projectId, storageId }: { projectId: string; storageId: string },
  typed: string,
): Promise<void> {
  await findProject(services, caller, projectId);
  const { tenantId } = accountOf(caller);
  const mailId = await services.store.transaction(async (tx) => {
    const storage = (await tx.storages.get(storageId))?.data;
    if (!storage || storage.archivedAt === null || storage.projectId !== projectId || storage.tenantId !== tenantId)
      throw notFound('Archived storage');
    requireName(typed, storage.storageName);
    const mail = letter(services, caller, storage.storageName);
    tx.write(
      storages.remove(storageId),
      purgeWrite(services, storageId, storage),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Data Storage',
        activity: 'Remove Storage',
        kind: 'storagePurged',
        values: { who: caller.name, name: storage.storageName },
      }),
      mail.write,
    );
    return mail.id;
  });
  await Promise.all([purgeNow(services, [storageId]), deliver(services, mailId)]);
}

/** Deletes an archived project for good, with all of its storages and named keys. @throws {ApiError} as deleteStorageForGood */
export async function deleteProjectForGood(services: Services, caller: Caller, projectId: string, typed: string): Promise<void> {
  const { tenantId } = accountOf(caller);
  const { mailId, storageIds } = await services.store.transaction(async (tx) => {
    const project = (await tx.projects.get(projectId))?.data;
    if (!project || project.tenantId !== tenantId || project.archivedAt === null) throw notFound('Archived project');
    requireName(typed, project.name);
    const [own, keys] = await Promise.all([
      tx.storages.query({ where: [['projectId', '==', projectId]] }),
      tx.apiKeys.query({ where: [['tenantId', '==', tenantId]] }),
    ]);
    const named = keys.rows.filter(({ data }) => data.kind === 'scoped' && data.projectId === projectId);
    const mail = letter(services, caller, project.name);
    tx.write(
      projects.remove(projectId),
      ...own.rows.flatMap(({ id, data }) => [storages.remove(id), purgeWrite(services, id, data)]),
      ...named.map(({ id }) => apiKeys.remove(id)),
      activityWrite(services, {
        ...actorOf(caller),
        projectId: null,
        module: 'Projects',
        activity: 'Remove Project',
        kind: 'projectPurged',
        values: { who: caller.name, name: project.name },
      }),
      mail.write,
    );
    return { mailId: mail.id, storageIds: own.rows.map(({ id }) => id) };
  });
  await Promise.all([purgeNow(services, storageIds), deliver(services, mailId)]);
}

/** The name that is typed is the consent: a slip of the hand deletes nothing. */
function requireName(typed: string, name: string): void {
  if (typed.trim() === name.trim()) return;
  throw new ApiError('invalid-argument', say('nameDiffers'), { field: 'name' });
}

function letter(services: Services, { name, email }: Caller, what: string) {
  return newMail(services, { to: { name, address: email }, template: 'deleted-for-good', values: { name, what } });
}
