import type { DocumentPath } from '../../store/model/collection.ts';
import { type CreditAlert, creditAlerts } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import { createCache } from '../../memory/cache.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { creditForecast } from './credit-forecast.ts';
import type { UsageDocument } from '../../store/documents/usage-documents.ts';
import type { TakenShare } from './credit-services.ts';
import { boughtLeft } from './bought-credits.ts';
import { monthOf, usagePath } from './usage-document.ts';

/**
 * Mails the owner about the used share of the month's credits: each share once a month and plan, only the highest new one.
 * @returns a function to call when the share may have grown; it returns at once
 */
export function creditAlerter(services: Services): (tenantId: string, share: TakenShare) => void {
  /** By account, month and the plan's credits: the highest share that the owner surely knows. */
  const told = createCache<number>({ max: 10_000 });
  return function onTaken(tenantId, { percent, limit }) {
    const reached = creditAlerts.findLast((share) => percent >= share);
    const path = usagePath(tenantId, services.clock());
    const name = `${path} ${limit}`;
    if (reached === undefined || (told.get(name) ?? 0) >= reached) return;
    told.set(name, reached);
    tell(services, { tenantId, path, percent: reached, limit }).catch((error: unknown) => {
      told.delete(name);
      log.warn('credits.alertFailed', { tenantId, percent: reached }, error);
    });
  };
}

/** Derives the mail's id from its content: two instances cannot both create it, and the account's count needs no lock. */
async function tell(
  services: Services,
  { tenantId, path, percent, limit }: { tenantId: string; path: DocumentPath<UsageDocument>; percent: CreditAlert; limit: number },
): Promise<void> {
  const usage = (await services.store.get(path))?.data;
  const [account, uses] = await Promise.all([services.store.tenants.get(tenantId), services.store.boughtCredits.get(tenantId)]);
  const tenant = account?.data;
  const owner = tenant && (await services.store.users.get(tenant.ownerUid))?.data;
  const alerts = (usage?.alertsOf ?? limit) === limit ? (usage?.alerts ?? {}) : {};
  const isTold = creditAlerts.some((share) => share >= percent && alerts[`${share}`]);
  if (!usage || !owner || isTold) return;
  const letter = {
    to: { name: owner.name, address: owner.email },
    template: 'credits-used' as const,
    values: {
      name: owner.name,
      percent,
      used: Math.min(usage.used - (usage.extra ?? 0), limit),
      limit,
      extra: boughtLeft(tenant, uses?.data),
      month: monthOf(services.clock()),
      end: await endText(services, tenantId, { usage, tenant, bought: boughtLeft(tenant, uses?.data) }),
      link: `${services.config.publicOrigin}/billing`,
    },
  };
  const mail = newMail(services, letter, `credits-${sha256(`${path} ${limit} ${percent}`)}`);
  try {
    await services.store.commit([
      update(path, { alerts: { ...alerts, [percent]: Timestamp.fromMillis(services.clock()) }, alertsOf: limit }),
      mail.write,
    ]);
  } catch (error) {
    if (isAlreadyExists(error)) return;
    throw error;
  }
  await deliver(services, mail.id);
}

interface Account {
  readonly usage: UsageDocument;
  readonly tenant: TenantDocument;
  readonly bought: number;
}

/** @returns such as "between Wed, 2 Dec and Fri, 4 Dec (UTC)"; null when they last until the next month */
async function endText(services: Services, tenantId: string, { usage, tenant, bought }: Account): Promise<string | null> {
  const remaining = Math.max(0, limitsOf(tenant).creditsPerMonth - (usage.used - (usage.extra ?? 0))) + bought;
  const forecast = await creditForecast(services, tenantId, { usage, remaining });
  if (!forecast) return null;
  const [from, to] = [dayName(forecast.from), forecast.to && dayName(forecast.to)];
  if (to === null) return `on ${from} (UTC) at the earliest`;
  return from === to ? `on ${from} (UTC)` : `between ${from} and ${to} (UTC)`;
}

function dayName(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
}
