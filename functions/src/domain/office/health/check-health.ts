import { healthLabels } from '@bedplate/contract';
import { log } from '../../../config/log.ts';
import { renderMail } from '../../../services/templates.ts';
import type { Services } from '../../../services/services.ts';
import { deliver } from '../../mail/outbox.ts';
import { type Finding, within } from './finding.ts';
import { probeParts } from './probes.ts';
import { type Findings, recordCheck } from './record-check.ts';
import { readSignals } from './signals.ts';
import { timeOf } from './turn-line.ts';

/** Milliseconds that a probe may take, and the record of a check. */
const usualLongest = 10_000;

/**
 * Checks every part and records the result. If recording fails, the database is down: one mail then
 * goes directly to the team's address, because staff's addresses and the outbox cannot be read.
 * Decision 021.
 */
export function createHealthCheck(services: Services, longest = usualLongest): () => Promise<void> {
  /** Findings that this instance could not store: the one state that it keeps for itself. */
  let unrecorded: { since: number; isTold: boolean } | null = null;

  return async function checkHealth() {
    const now = services.clock();
    const findings = await findOut(services, longest);
    try {
      await record(services, findings, longest);
      unrecorded = null;
    } catch (error) {
      log.error('health.unrecorded', {}, error);
      const isTold = unrecorded?.isTold ?? false;
      const since = unrecorded?.since ?? now;
      // A single failure sends no mail, as with every other part.
      const tellsNow = unrecorded !== null && !isTold && (await tellTeam(services, since, findings.firestore));
      unrecorded = { since, isTold: isTold || tellsNow };
    }
  };
}

/** One check for somebody who waits for it. @throws when it cannot be recorded */
export async function checkOnce(services: Services): Promise<void> {
  await record(services, await findOut(services, usualLongest), usualLongest);
}

async function findOut(services: Services, longest: number): Promise<Findings> {
  const [parts, signals] = await Promise.all([probeParts(services, longest), readSignals(services, longest)]);
  return { ...parts, ...signals };
}

async function record(services: Services, findings: Findings, longest: number): Promise<void> {
  // The client of an unreachable database retries for minutes.
  const mails = await within(longest, recordCheck(services, findings));
  for (const id of mails) await deliver(services, id);
}

/** @returns whether the mail was accepted */
async function tellTeam({ config, mailer, makeId }: Services, since: number, { reason }: Finding): Promise<boolean> {
  const line = `${healthLabels.firestore}: failing since ${timeOf({ toDate: () => new Date(since) })}. ${reason ?? 'A check could not be stored.'}`;
  const values = { name: 'Bedplate', subject: line, lines: [line], link: `${config.publicOrigin}/superadmin/health` };
  try {
    await mailer.send(makeId().id, { to: { name: 'Bedplate', address: config.teamMail }, mail: renderMail('health', values) });
    return true;
  } catch (error) {
    log.error('health.untold', { alerts: 1 }, error);
    return false;
  }
}
