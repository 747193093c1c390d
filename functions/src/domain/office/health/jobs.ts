import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { merge } from '../../../store/model/writes.ts';
import { type HealthJobsDocument, healthPaths } from '../../../store/documents/health-documents.ts';
import type { RepairReport } from '../../billing/reconcile.ts';
import { deliver } from '../../mail/outbox.ts';
import { tellStaff } from './alert-staff.ts';
import { counted } from '../../../validation/counted.ts';

/** Stores the result of a comparison with the payment provider; mails staff about repairs and failures. */
export async function keepReconcile(services: Services, report: RepairReport): Promise<void> {
  const { accounts, repairedAccounts, repairedPayments, recoveredEvents, failures, pastEnd, last } = report;
  const repaired = repairedAccounts + repairedPayments;
  const at = Timestamp.fromMillis(services.clock());
  const reconcile: HealthJobsDocument['reconcile'] = { at, accounts, repaired, recoveredEvents, failures };
  const [are, go] = pastEnd === 1 ? ['is past its', 'goes'] : ['are past their', 'go'];
  const late = pastEnd > 0 ? ` ${counted(pastEnd, 'plan')} ${are} end by more than a day and ${go} on: see the list of subscriptions.` : '';
  const line = `Comparison with Stripe: ${repaired} repaired, ${failures} could not be repaired, ${recoveredEvents} events had not come.${late}`;
  const mails = await services.store.transaction(async (tx) => {
    const told = repaired + failures + recoveredEvents + pastEnd > 0 ? await tellStaff(services, tx, [line]) : [];
    tx.write(merge(healthPaths.jobs, { reconcile, reconciledTo: last }));
    return told;
  });
  for (const id of mails) await deliver(services, id);
}

/** Notes that credits of ended instances have been settled. */
export async function creditsSwept({ store, clock }: Services): Promise<void> {
  await store.commit([merge(healthPaths.jobs, { creditSweepAt: Timestamp.fromMillis(clock()) } satisfies HealthJobsDocument)]);
}

/** @returns the account behind which the next comparison with the payment provider begins */
export async function lastReconciled({ store }: Services): Promise<string | null> {
  return (await store.get(healthPaths.jobs))?.data.reconciledTo ?? null;
}
