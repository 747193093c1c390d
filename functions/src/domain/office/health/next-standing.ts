import { healthLimits } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import type { Standing, StoredIncident } from '../../../store/documents/health-documents.ts';
import type { Finding } from './finding.ts';

/** The message to staff. */
export type Turn = { to: 'down'; startedAt: Timestamp; reason: string } | { to: 'up'; over: Omit<StoredIncident, 'name'> };

/**
 * Updates a part's standing with one more finding. A single failure is only shown; several in a row
 * open an incident, and as many successes close it: an unstable part makes one incident, not 20 mails.
 */
export function nextStanding(
  before: Standing | undefined,
  { state, value, reason }: Finding,
  now: number,
): { standing: Standing; turn: Turn | null } {
  const at = Timestamp.fromMillis(now);
  const known = before ?? { since: at, contrary: 0, failingSince: null, incident: null };
  if (state === 'unknown') return { standing: { ...known, state, value, reason: null, checkedAt: at }, turn: null };
  const isDown = state === 'down';
  const failingSince = isDown ? (known.failingSince ?? at) : known.incident ? known.failingSince : null;
  const contrary = isDown === (known.incident !== null) ? 0 : known.contrary + 1;
  const standing: Standing = { ...known, state, value, reason, checkedAt: at, contrary, failingSince };
  if (contrary < healthLimits.inARow) return { standing, turn: null };
  if (isDown) {
    const incident = { startedAt: failingSince ?? at, reason: reason ?? '' };
    return { standing: { ...standing, contrary: 0, since: incident.startedAt, incident }, turn: { to: 'down', ...incident } };
  }
  const over = { ...(known.incident ?? { startedAt: at, reason: '' }), endedAt: at };
  return { standing: { ...standing, contrary: 0, since: at, failingSince: null, incident: null }, turn: { to: 'up', over } };
}
