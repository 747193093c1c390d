import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { projectGone, storageGone } from './gone.ts';
import { purgeNow } from './purge-storage.ts';

/**
 * Deletes an archived storage for good: its records, its files, their indexes, its endpoints. Nothing brings it back.
 * @param typed its name, as the person typed it
 * @throws {ApiError} not-found; invalid-argument for another name
 */
export async function deleteStorageForGood(
  services: Services,
  { caller, params: { projectId, storageId }, typed }: { caller: Caller; params: { projectId: string; storageId: string }; typed: string },
): Promise<void> {
  await findProject(services, caller, projectId);
  const { tenantId } = accountOf(caller);
  const mailId = await services.store.transaction(async (tx) => {
    const storage = (await tx.storages.get(storageId))?.data;
    if (!storage || storage.archivedAt === null || storage.projectId !== projectId || storage.tenantId !== tenantId)
      throw notFound('Archived storage');
    requireName(typed, storage.storageName);
    const mail = letter(services, caller, storage.storageName);
    tx.write(...storageGone(services, { actor: actorOf(caller), who: caller.name }, { id: storageId, data: storage }), mail.write);
    return mail.id;
  });
  await Promise.all([purgeNow(services, [storageId]), deliver(services, mailId)]);
}

/** Deletes an archived project for good, with all of its storages and named keys. @throws {ApiError} as deleteStorageForGood */
export async function deleteProjectForGood(
  services: Services,
  { caller, projectId, typed }: { caller: Caller; projectId: string; typed: string },
): Promise<void> {
  const { tenantId } = accountOf(caller);
  const { mailId, storageIds } = await services.store.transaction(async (tx) => {
    const project = (await tx.projects.get(projectId))?.data;
    if (!project || project.tenantId !== tenantId || project.archivedAt === null) throw notFound('Archived project');
    requireName(typed, project.name);
    const mail = letter(services, caller, project.name);
    const gone = await projectGone(services, {
      tx,
      deleter: { actor: actorOf(caller), who: caller.name },
      project: { id: projectId, data: project },
    });
    tx.write(...gone.writes, mail.write);
    return { mailId: mail.id, storageIds: gone.storageIds };
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
