import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import { inTurns } from '../../runtime/in-turns.ts';
import type { Services } from '../../services/services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { set } from '../../store/model/writes.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { activeAdmins } from './active-admins.ts';
import { keptMillis, noticeMillis } from './archive-end.ts';
import { type Deleter, projectGone, storageGone } from './gone.ts';
import { type ArchivePurge, archivePurgePath } from './purges.ts';

/** A project or a storage of the archive. */
interface Archived {
  readonly id: string;
  readonly kind: 'project' | 'storage';
  readonly name: string;
  readonly archivedAt: Timestamp;
}

/** One account does not keep those of others waiting. */
const turnMillis = 20_000;

/**
 * Deletes for good what has been in the archive for 30 days, for the accounts that have said so, and only what a mail has announced
 * a week before. Accounts take turns; what remains at the end of the time is the next day's. A second run of the day changes nothing.
 * Decision 060.
 */
export async function purgeArchives(services: Services, runMillis = 240_000): Promise<void> {
  const until = services.clock() + runMillis;
  const { rows } = await services.store.tenants.query({ where: [['purgeArchives', '==', true]] });
  await inTurns(rows, { now: services.clock, until }, async (tenant) => {
    try {
      return await purgeArchivesOf(services, tenant, Math.min(until, services.clock() + turnMillis));
    } catch (error) {
      log.warn('archives.purge-late', { tenantId: tenant.id }, error);
      return false;
    }
  });
}

/** Announces first: a long archive keeps no mail back. @returns whether there is more to delete */
async function purgeArchivesOf(services: Services, { id: tenantId, data: tenant }: Row<TenantDocument>, until: number): Promise<boolean> {
  const now = services.clock();
  const stored = (await services.store.get(archivePurgePath(tenantId)))?.data.told ?? {};
  const archived = (await archiveOf(services, tenantId)).filter(
    ({ archivedAt }) => archivedAt.toMillis() <= now - keptMillis + noticeMillis,
  );
  /** A mail that is older than the archiving or the switch announced something else. */
  const toldAt = ({ id, archivedAt }: Archived) => {
    const at = stored[id]?.toMillis() ?? 0;
    return at >= Math.max(archivedAt.toMillis(), tenant.purgeArchivesSince?.toMillis() ?? now) ? at : null;
  };
  const isDue = (each: Archived) => each.archivedAt.toMillis() <= now - keptMillis && (toldAt(each) ?? now) <= now - noticeMillis;
  const deleter = { actor: { tenantId, userId: tenant.ownerUid, adminId: tenant.ownerUid }, who: 'Bedplate' };
  const untold = archived.filter((each) => toldAt(each) === null);
  const told = Object.fromEntries(archived.map((each) => [each.id, Timestamp.fromMillis(toldAt(each) ?? now)]));
  if (untold.length > 0) await announce(services, tenantId, { untold, told });
  for (const each of archived.filter(isDue)) {
    if (services.clock() >= until) return true;
    await removeArchived(services, deleter, each);
  }
  return false;
}

/** Projects first: their storages go with them. */
async function archiveOf({ store }: Services, tenantId: string): Promise<Archived[]> {
  const [projects, storages] = await Promise.all([
    store.projects.query({ where: [['tenantId', '==', tenantId]], select: ['name', 'archivedAt'] }),
    store.storages.query({
      where: [
        ['archived', '==', true],
        ['tenantId', '==', tenantId],
      ],
      select: ['storageName', 'archivedAt'],
    }),
  ]);
  return [
    ...projects.rows.map(({ id, data }) => ({ id, kind: 'project' as const, name: data.name, archivedAt: data.archivedAt })),
    ...storages.rows.map(({ id, data }) => ({ id, kind: 'storage' as const, name: data.storageName, archivedAt: data.archivedAt })),
  ].filter((each): each is Archived => each.archivedAt !== null);
}

/** Reads again in the commit: what was recovered meanwhile, or whose account has changed its mind, stays. */
function removeArchived(services: Services, deleter: Deleter, { id, kind, archivedAt }: Archived): Promise<void> {
  return services.store.transaction(async (tx) => {
    const tenant = (await tx.tenants.get(deleter.actor.tenantId))?.data;
    const found: Row<ProjectDocument<Timestamp> | StorageDocument<Timestamp>> | null = await (kind === 'project'
      ? tx.projects.get(id)
      : tx.storages.get(id));
    if (!tenant?.purgeArchives || !found?.data.archivedAt?.isEqual(archivedAt)) return;
    if ('storageKey' in found.data) tx.write(...storageGone(services, deleter, { id, data: found.data }));
    else tx.write(...(await projectGone(services, { tx, deleter, project: { id, data: found.data } })).writes);
  });
}

/** Mails the account's admins, and notes it in the same commit. */
async function announce(services: Services, tenantId: string, { untold, told }: { untold: Archived[] } & ArchivePurge): Promise<void> {
  const admins = await activeAdmins(services, tenantId);
  const values = {
    names: untold.slice(0, namesShown).map(({ name }) => name),
    more: Math.max(0, untold.length - namesShown),
    day: new Date(services.clock() + noticeMillis).toISOString().slice(0, 10),
    link: `${services.config.publicOrigin}/archived-projects`,
  };
  const mails = admins.map(({ name, email }) =>
    newMail(services, { to: { name, address: email }, template: 'archives-go', values: { ...values, name } }),
  );
  if (mails.length === 0) return;
  await services.store.commit([set(archivePurgePath(tenantId), { told } satisfies ArchivePurge), ...mails.map(({ write }) => write)]);
  for (const { id } of mails) await deliver(services, id);
}

const namesShown = 50;
