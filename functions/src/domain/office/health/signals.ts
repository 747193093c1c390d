import type { HealthSignalName } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';
import { concernsAccount } from '../../billing/handle-event.ts';
import { type Finding, watched } from './finding.ts';

const errorsMillis = 15 * 60_000;
const minutes = (seconds: number) => Math.floor(seconds / 60);

/** Reads waiting work, missing events and errors. An unreadable signal is unknown, not down. @param longest milliseconds for each */
export async function readSignals(services: Services, longest: number): Promise<Record<HealthSignalName, Finding>> {
  const [outbox, deliveries, stripeEvents, errors] = await Promise.all([
    watched(() => oldestMail(services), {
      most: 3600,
      longest,
      reason: (seconds) => `A mail has been waiting for ${minutes(seconds)} minutes.`,
    }),
    watched(() => mostOverdueDelivery(services), {
      most: 900,
      longest,
      reason: (seconds) => `A delivery is overdue by ${minutes(seconds)} minutes.`,
    }),
    watched(() => missingEvent(services, longest), {
      most: 900,
      longest,
      reason: (seconds) => `An event of ${minutes(seconds)} minutes ago has not come.`,
    }),
    watched(() => recentErrors(services), { most: 50, longest, reason: (count) => `${count} errors in 15 minutes.` }),
  ]);
  return { outbox, deliveries, stripeEvents, errors };
}

/** @returns the age of the oldest unsent mail in seconds. Ids are made by time, but for a few, so some are looked at */
async function oldestMail({ store, clock }: Services): Promise<number> {
  const { rows } = await store.mail.query({
    where: [['delivery.state', 'in', ['error', 'processing']]],
    orderBy: [[documentId, 'desc']],
    select: ['createdAt'],
    limit: 20,
  });
  const oldest = Math.min(clock(), ...rows.map(({ data }) => data.createdAt.toMillis()));
  return Math.round((clock() - oldest) / 1000);
}

async function mostOverdueDelivery({ store, clock }: Services): Promise<number> {
  const { rows } = await store.deliveries.query({
    orderBy: [['nextAt', 'asc']],
    select: ['nextAt'],
    limit: 1,
  });
  const due = rows[0]?.data.nextAt?.toMillis() ?? clock();
  return Math.max(0, Math.round((clock() - due) / 1000));
}

/** @returns how long ago the newest event happened that should be here and is not; 0 when it is; null without a provider */
async function missingEvent({ config, stripe, store, clock }: Services, longest: number): Promise<number | null> {
  if (!config.stripe.secretKey) return null;
  const { data } = await stripe.events.list({ limit: 20 }, { timeout: longest, maxNetworkRetries: 0 });
  const newest = data.find(({ type }) => concernsAccount(type));
  if (!newest || (await store.stripeEvents.get(newest.id))) return 0;
  return Math.max(0, Math.round(clock() / 1000) - newest.created);
}

/** Counted, not read: an index entry costs a thousandth of a read. */
function recentErrors({ store, clock }: Services): Promise<number> {
  return store.systemLogs.count({
    where: [
      ['level', '==', 'error'],
      [documentId, '<', keyAtMillis(clock() - errorsMillis)],
    ],
  });
}
