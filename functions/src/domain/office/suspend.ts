import { Timestamp } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { heardByAllInstances } from '../../store/heard-by-all-instances.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { tenantAudit } from './tenant-audit.ts';

/**
 * Stops an account: nobody of it signs in, its open sessions end, the data API and inbound webhooks refuse, LiveSync ends. Its data
 * stay as they are. One commit with the mail to the owner, the account's activity row and the audit row.
 * @throws {ApiError} not-found; conflict when it is suspended already
 */
export async function suspendAccount(services: Services, caller: Caller, tenantId: string, reason: string): Promise<void> {
  await change(services, caller, tenantId, reason);
  await endSessionsOfTenant(services, tenantId);
  await heardByAllInstances();
}

/** @throws {ApiError} not-found; conflict when it is not suspended */
export async function liftSuspension(services: Services, caller: Caller, tenantId: string): Promise<void> {
  await change(services, caller, tenantId, null);
  await heardByAllInstances();
}

/** @param reason null lifts the suspension */
async function change(services: Services, caller: Caller, tenantId: string, reason: string | null): Promise<void> {
  const { tenants, users } = collections(services.db);
  const mailId = await services.db.runTransaction(async (tx) => {
    const before = (await tx.get(tenants.doc(tenantId))).data();
    if (!before) throw notFound('Account');
    if (before.active === (reason === null))
      throw new ApiError('conflict', reason === null ? 'The account is not suspended.' : 'The account is suspended already.');
    const owner = (await tx.get(users.doc(before.ownerUid))).data();
    const now = Timestamp.fromMillis(services.clock());
    const suspension = reason === null ? null : { reason, at: now, by: { id: caller.uid, name: caller.name } };
    const after = { active: reason === null, suspension };
    tx.update(tenants.doc(tenantId), { ...after, updatedAt: now });
    tenantAudit(services, tx, caller, {
      action: reason === null ? 'Lift suspension' : 'Suspend account',
      tenantId,
      before: { active: before.active, suspension: before.suspension ?? null },
      after,
    });
    activityWrite(services, tx, {
      tenantId,
      projectId: null,
      userId: caller.uid,
      adminId: before.ownerUid,
      module: 'Administration',
      activity: 'Update Account',
      description: reason === null ? 'was opened again by the platform' : `was suspended by the platform: ${reason}`,
    });
    if (!owner) return null;
    const to = { name: owner.name, address: owner.email };
    return reason === null
      ? queueMail(services, tx, { to, template: 'reopened', values: { name: owner.name, login: `${services.config.publicOrigin}/login` } })
      : queueMail(services, tx, {
          to,
          template: 'suspended',
          values: { name: owner.name, reason, contact: `${services.config.publicOrigin}/contact-us` },
        });
  });
  if (mailId) await deliver(services, mailId);
}

/** Not those of staff who look at the account. */
async function endSessionsOfTenant(services: Services, tenantId: string): Promise<void> {
  const open = await collections(services.db).sessions.where('tenantId', '==', tenantId).where('revokedAt', '==', null).get();
  const revokedAt = Timestamp.fromMillis(services.clock());
  const writer = services.db.bulkWriter();
  for (const doc of open.docs) if (!doc.data().viewing) void writer.update(doc.ref, { revokedAt });
  await writer.close();
}
