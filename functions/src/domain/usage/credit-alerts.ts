import { type CreditAlert, creditAlerts } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { log } from '../../config/log.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { sha256 } from '../../crypto/crypt.ts';
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

/** The mail's id is made of what it tells, so that two instances cannot both create it; no lock is held on the account's count. */
async function tell(services: Services, tenantId: string, path: string, percent: CreditAlert): Promise<void> {
  const { tenants, users } = collections(services.db);
  const usage = (await services.db.doc(path).get()).data() as UsageDocument | undefined; // of usage/
  const tenant = (await tenants.doc(tenantId).get()).data();
  const owner = tenant && (await users.doc(tenant.ownerUid).get()).data();
  const isTold = creditAlerts.some((share) => share >= percent && usage?.alerts?.[`${share}`]);
  if (!usage || !owner || isTold) return;
  const batch = services.db.batch();
  batch.update(services.db.doc(path), { [`alerts.${percent}`]: Timestamp.fromMillis(services.clock()) });
  const letter = {
    to: { name: owner.name, address: owner.email },
    template: 'credits-used' as const,
    values: {
      name: owner.name,
      percent,
      used: Math.min(usage.used, limitsOf(tenant).creditsPerMonth),
      limit: limitsOf(tenant).creditsPerMonth,
      extra: tenant.extraCredits ?? 0,
      month: monthOf(services.clock()),
      link: `${services.config.publicOrigin}/billing`,
    },
  };
  const mailId = queueMail(services, batch, letter, `credits-${sha256(`${path} ${percent}`)}`);
  const isFirst = await batch.commit().then(
    () => true,
    (error: unknown) => {
      if (isAlreadyExists(error)) return false;
      throw error;
    },
  );
  if (isFirst) await deliver(services, mailId);
}
