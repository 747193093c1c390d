import { type CreditAlert, creditAlerts } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { monthOf, type UsageDocument, usagePath } from './usage-document.ts';

/**
 * Tells the owner by mail that a share of the month's credits is used: each share once a month, and only the highest that is new.
 * @returns what to call whenever the share may have grown; it returns at once and looks only when a new share is reached
 */
export function creditAlerter(services: Services): (tenantId: string, percent: number) => void {
  /** By account and month: the highest share that this instance knows to be told. */
  const told = new Map<string, number>();
  return function onTaken(tenantId, percent) {
    const reached = creditAlerts.findLast((share) => percent >= share);
    const path = usagePath(tenantId, services.clock());
    if (reached === undefined || (told.get(path) ?? 0) >= reached) return;
    if (told.size > 10_000) told.clear();
    told.set(path, reached);
    tell(services, tenantId, path, reached).catch((error: unknown) => {
      told.delete(path);
      log.warn('credits.alertFailed', { tenantId, percent: reached }, error);
    });
  };
}

async function tell(services: Services, tenantId: string, path: string, percent: CreditAlert): Promise<void> {
  const { tenants, users } = collections(services.db);
  const mailId = await services.db.runTransaction(async (tx) => {
    const usage = (await tx.get(services.db.doc(path))).data() as UsageDocument | undefined; // of usage/
    const tenant = (await tx.get(tenants.doc(tenantId))).data();
    const owner = tenant && (await tx.get(users.doc(tenant.ownerUid))).data();
    const isTold = creditAlerts.some((share) => share >= percent && usage?.alerts?.[`${share}`]);
    if (!usage || !owner || isTold) return null;
    tx.update(services.db.doc(path), { [`alerts.${percent}`]: Timestamp.fromMillis(services.clock()) });
    return queueMail(services, tx, {
      to: { name: owner.name, address: owner.email },
      template: 'credits-used',
      values: {
        name: owner.name,
        percent,
        used: Math.min(usage.used, tenant.plan.usageLimit),
        limit: tenant.plan.usageLimit,
        extra: tenant.extraCredits ?? 0,
        month: monthOf(services.clock()),
        link: `${services.config.publicOrigin}/subscription`,
      },
    });
  });
  if (mailId) await deliver(services, mailId);
}
