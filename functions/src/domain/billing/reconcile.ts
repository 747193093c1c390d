import type { Stripe } from 'stripe';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Rows } from '../../store/model/row.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { billing } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { pastEndMillis } from './past-end.ts';
import { finishDeletion, unfinishedProducts } from './save-product.ts';
import { applyAccount } from './apply-account.ts';
import { applyCreditPayment } from './apply-credit-payment.ts';
import { handleEvent } from './handle-event.ts';
import { severalAtOnce } from '../../runtime/several-at-once.ts';

export interface RepairReport {
  accounts: number;
  repairedAccounts: number;
  payments: number;
  repairedPayments: number;
  recoveredEvents: number;
  failures: number;
  /** Plans that ended a day before, with no news since. */
  pastEnd: number;
  /** The last account that was compared: the next run begins behind it. */
  last: string | null;
}

interface Span {
  /** Of payments and events that are looked at. */
  readonly days?: number;
  /** The account after which to begin: a run that ended early does not keep those behind it from their turn. */
  readonly after?: string | null;
  /** Milliseconds since 1970; no account is begun after. */
  readonly until?: number;
}

const day = 86_400;
/** A renewal is known an hour after the end of a period; a plan past this has been forgotten. */
const lateMillis = 2 * 3_600_000;
/** When an account is looked at again that could not be compared. */
const againMillis = 3_600_000;
/** Accounts that one run of `lapse` looks at, of those that are due and of those past their end. */
const perRun = 200;
/** Parallel calls, since the provider's answers take time; its limit is 25 a second in a sandbox, 100 live. */
const together = 8;

/**
 * Compares with the payment provider and repairs differences: accounts with a customer, credit payments
 * of the last `days`, missing events, and deleted products that could not be ended there. A part that fails leaves the others.
 */
export async function reconcile(services: Services, { days = 3, after = null, until = Infinity }: Span = {}): Promise<RepairReport> {
  const report: RepairReport = {
    accounts: 0,
    repairedAccounts: 0,
    payments: 0,
    repairedPayments: 0,
    recoveredEvents: 0,
    failures: 0,
    pastEnd: 0,
    last: after,
  };
  const since = Math.floor(services.clock() / 1000) - days * day;
  await guarded(report, () => recoverEvents(services, since, report));
  await guarded(report, () => checkPayments(services, since, report));
  for (const id of await unfinishedProducts(services)) await guarded(report, () => finishDeletion(services, id));
  await severalAtOnce(allAccounts(services, after, until), together, async (tenantId) => {
    report.accounts += 1;
    report.last = tenantId;
    await guarded(report, async () => {
      if (await applyAccount(services, tenantId)) report.repairedAccounts += 1;
    });
  });
  report.pastEnd = await countPastEnd(services);
  log.info('billing.reconciled', { ...report });
  return report;
}

/**
 * Updates accounts whose plan has ended, or should have been renewed, without an event: those that are due for a look, and those whose
 * plan is past its end although nothing says when to look.
 */
export async function lapse(services: Services): Promise<number> {
  const now = services.clock();
  const [due, past] = await Promise.all([
    services.store.billing.query({ where: [['checkAt', '<=', Timestamp.fromMillis(now)]], limit: perRun }),
    forgotten(services, now),
  ]);
  const ids = new Set([...due.rows.map(({ id }) => id), ...past]);
  await severalAtOnce(ids, together, async (id) => {
    // A failing account stops the others neither now nor, at the head of the list, the next time.
    await applyAccount(services, id).catch(async (error: unknown) => {
      log.error('billing.lapse-failed', { tenantId: id }, error);
      await services.store.commit([billing.merge(id, { checkAt: Timestamp.fromMillis(now + againMillis) })]);
    });
  });
  return ids.size;
}

/** Plans past their end that are to be looked at now. One that failed waits for its time, and keeps none behind it from their turn. */
async function forgotten({ store }: Services, now: number): Promise<string[]> {
  const found: string[] = [];
  let after: readonly unknown[] | null = null;
  for (;;) {
    const { rows }: Rows<Pick<TenantDocument, 'plan'>> = await store.tenants.query({
      where: [['plan.expiresAt', '<=', Timestamp.fromMillis(now - lateMillis)]],
      orderBy: [
        ['plan.expiresAt', 'asc'],
        [documentId, 'asc'],
      ],
      ...(after && { startAfter: after }),
      limit: perRun,
    });
    const accounts = await store.billing.getAll(rows.map(({ id }) => id));
    found.push(...rows.flatMap(({ id }, i) => ((accounts[i]?.data.checkAt?.toMillis() ?? 0) <= now ? id : [])));
    const last = rows.at(-1);
    if (!last || rows.length < perRun || found.length >= perRun) return found;
    after = [last.data.plan.expiresAt, last.id];
  }
}

async function checkPayments(services: Services, since: number, report: RepairReport): Promise<void> {
  const payments = services.stripe.paymentIntents.list({ created: { gte: since }, limit: 100 });
  await severalAtOnce(payments, together, async ({ id, metadata }) => {
    if (metadata.kind !== 'credits') return;
    report.payments += 1;
    await guarded(report, async () => {
      if (await applyCreditPayment(services, id)) report.repairedPayments += 1;
    });
  });
}

/** An ended plan grants nothing and has no end any more: what is found here has had no answer for a day. */
function countPastEnd({ store, clock }: Services): Promise<number> {
  return store.tenants.count({ where: [['plan.expiresAt', '<=', Timestamp.fromMillis(clock() - pastEndMillis)]] });
}

async function recoverEvents(services: Services, since: number, report: RepairReport): Promise<void> {
  const lost: Stripe.Event[] = [];
  for await (const event of services.stripe.events.list({ created: { gte: since }, limit: 100 })) lost.push(event);
  await severalAtOnce(lost.reverse(), together, async (event) => {
    if ((await services.store.stripeEvents.get(event.id))?.data.state === 'done') return;
    await guarded(report, async () => {
      if (await handleEvent(services, event)) report.recoveredEvents += 1;
    });
  });
}

/** All accounts with a customer, from one on and around to it, until the time is over. */
async function* allAccounts(services: Services, from: string | null, until: number): AsyncGenerator<string> {
  for await (const id of accountsFrom(services, from)) {
    if (services.clock() >= until) return;
    yield id;
  }
}

async function* accountsFrom(services: Services, from: string | null): AsyncGenerator<string> {
  yield* accountsBetween(services, from, null);
  if (from !== null) yield* accountsBetween(services, null, from);
}

/** @param after the account before the first @param to the last; null for the last of all */
async function* accountsBetween({ store }: Services, after: string | null, to: string | null): AsyncGenerator<string> {
  let last = after;
  for (;;) {
    const { rows }: Rows<object> = await store.billing.query({
      ...(to !== null && { where: [[documentId, '<=', to]] }),
      orderBy: [[documentId, 'asc']],
      ...(last !== null && { startAfter: [last] }),
      limit: 300,
    });
    for (const { id } of rows) yield id;
    last = rows.at(-1)?.id ?? null;
    if (rows.length < 300) return;
  }
}

/** Continues after an account that cannot be repaired. */
async function guarded(report: RepairReport, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    report.failures += 1;
    log.error('billing.repair-failed', {}, error);
  }
}
