import { type HealthName, healthParts, healthSignals } from '@bedplate/contract';
import { log } from '../../../config/log.ts';
import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { merge, remove, set } from '../../../store/model/writes.ts';
import type { Transaction } from '../../../store/transaction.ts';
import {
  type HealthHistoryDocument,
  type HealthStateDocument,
  healthPaths,
  type Standing,
} from '../../../store/documents/health-documents.ts';
import { tellStaff } from './alert-staff.ts';
import { dayOf, failedSlot, slotOf } from './day-figures.ts';
import type { Finding } from './finding.ts';
import { nextStanding } from './next-standing.ts';
import { closeDay, withIncidents } from './roll-up.ts';
import { lineOf, type NamedTurn } from './turn-line.ts';

export type Findings = Record<HealthName, Finding>;

/**
 * Stores a check in one commit: the current state, a slot of its day and, after a change, an incident
 * with its mails. A repeated check sends no second mail. @returns the mails to deliver now
 */
export async function recordCheck(services: Services, findings: Findings): Promise<string[]> {
  const now = services.clock();
  const outcome = await services.store.transaction(async (tx) => {
    const state = (await tx.get(healthPaths.state))?.data;
    const { standings, turns } = turned(state, findings, now);
    const today = dayOf(now);
    const isNewDay = state !== undefined && state.day !== today;
    const closed = isNewDay ? (await tx.get(healthPaths.day(state.day)))?.data : undefined;
    const ended = turns.filter((turn) => turn.to === 'up');
    const history = isNewDay || ended.length > 0 ? await historyIn(tx) : null;
    const lines = [...(state?.untold ?? []), ...turns.map(lineOf)];
    const canTell = findings.mail.state === 'ok' || findings.mail.state === 'slow';
    const mails = lines.length > 0 && canTell ? await tellStaff(services, tx, lines) : [];
    const next: HealthStateDocument = {
      checkedAt: Timestamp.fromMillis(now),
      standings,
      day: today,
      dayBefore: isNewDay ? state.day : (state?.dayBefore ?? null),
      untold: canTell ? [] : lines.slice(-20),
    };
    tx.write(set(healthPaths.state, next), merge(healthPaths.day(today), { slots: slotsOf(findings, now) }));
    if (history) {
      const days = isNewDay ? closeDay(history.days, { date: state.day, closed, now }) : history.days;
      tx.write(set(healthPaths.history, { days, incidents: withIncidents(history.incidents, ended, now) } satisfies HealthHistoryDocument));
    }
    // The day before the one that was closed is in the history; its slots are no part of the last 24 hours any more.
    if (isNewDay && state.dayBefore) tx.write(remove(healthPaths.day(state.dayBefore)));
    return { turns, mails, untold: next.untold.length };
  });
  for (const turn of outcome.turns) {
    if (turn.to === 'down') log.error('health.down', { part: turn.name, reason: turn.reason });
    else log.info('health.up', { part: turn.name, minutes: Math.round((now - turn.over.startedAt.toMillis()) / 60_000) });
  }
  if (outcome.untold > 0 && outcome.turns.length > 0) log.error('health.untold', { alerts: outcome.untold });
  return outcome.mails;
}

function turned(state: HealthStateDocument | undefined, findings: Findings, now: number) {
  const standings: { [name in HealthName]?: Standing } = {};
  const turns: NamedTurn[] = [];
  for (const name of [...healthParts, ...healthSignals]) {
    const { standing, turn } = nextStanding(state?.standings[name], findings[name], now);
    standings[name] = standing;
    if (turn) turns.push({ name, ...turn });
  }
  return { standings, turns };
}

function slotsOf(findings: Findings, now: number): Record<string, Record<string, number>> {
  const slot = String(slotOf(now));
  const checked = healthParts.filter((name) => !['off', 'unknown'].includes(findings[name].state));
  return Object.fromEntries(checked.map((name) => [name, { [slot]: findings[name].value ?? failedSlot }]));
}

async function historyIn(tx: Transaction): Promise<HealthHistoryDocument> {
  return (await tx.get(healthPaths.history))?.data ?? { days: {}, incidents: [] };
}
