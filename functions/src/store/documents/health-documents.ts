import { documentPath } from '../model/collection.ts';
/** Documents of the collection `health`; the page of the staff reads four of them, whatever the history. */
import type { HealthFigures, HealthName, HealthPartName, HealthState, LastDrill, LastReconcile } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';

/** The result of the checks of one part or signal so far. */
export interface Standing {
  state: HealthState;
  /** Milliseconds for a part, what was found for a signal. */
  value: number | null;
  reason: string | null;
  checkedAt: Timestamp;
  /** Since when it is up, or down. */
  since: Timestamp;
  /** Consecutive checks that contradict the announced state: after some, the part is down, or up again. */
  contrary: number;
  /** The first failure of those; where an incident begins. */
  failingSince: Timestamp | null;
  incident: { startedAt: Timestamp; reason: string } | null;
}

/** health/state: as of the last check. */
export interface HealthStateDocument {
  checkedAt: Timestamp;
  standings: { [name in HealthName]?: Standing };
  /** The day in UTC that is being filled, and the one before it that is still kept in full. */
  day: string;
  dayBefore: string | null;
  /** Messages that did not reach staff because mail does not work. */
  untold: string[];
}

/** health/{yyyy-mm-dd}: each check of the day under the number of its five minutes; milliseconds, or -1 for a failure. */
export interface HealthDayDocument {
  slots: { [part in HealthPartName]?: Record<string, number> };
}

export interface StoredIncident {
  name: HealthName;
  startedAt: Timestamp;
  endedAt: Timestamp;
  reason: string;
}

/** health/history: finished days in one line each, and incidents that are over, newest first. At most some 50 KB. */
export interface HealthHistoryDocument {
  days: Record<string, { [part in HealthPartName]?: HealthFigures }>;
  incidents: StoredIncident[];
}

/** health/jobs: what scheduled work found when it last ran. */
export interface HealthJobsDocument {
  reconcile?: Omit<LastReconcile, 'at'> & { at: Timestamp };
  /** The account at which the last one ended. */
  reconciledTo?: string | null;
  creditSweepAt?: Timestamp;
  backupDrill?: Omit<LastDrill, 'at'> & { at: Timestamp };
}

/** health/data: which version the stored data have, and the way to the next one. */
export interface DataVersionDocument {
  /** The number of steps that are done. */
  version: number;
  /** The version that this way leads to; what a later deployment adds has a way of its own. */
  target: number;
  /** All steps are made twice. */
  pass: 1 | 2;
  /** The step that is being made, from 0. */
  step: number;
  /** The id after which the next page begins. */
  after: string | null;
  /** Documents that were changed on this way so far. */
  changed: number;
  startedAt: Timestamp | null;
  /** The second pass waits for it. */
  notBefore: Timestamp | null;
  /** One run has the step until then. */
  leaseUntil: Timestamp | null;
  failure: string | null;
}

export const healthPaths = {
  state: documentPath<HealthStateDocument>('health/state'),
  history: documentPath<HealthHistoryDocument>('health/history'),
  jobs: documentPath<HealthJobsDocument>('health/jobs'),
  data: documentPath<DataVersionDocument>('health/data'),
  /** Written and read by each check. */
  probe: documentPath<{ at: number }>('health/probe'),
  /** When somebody last asked for a check. */
  asked: documentPath<{ at: number }>('health/asked'),
  day: (date: string) => documentPath<HealthDayDocument>(`health/${date}`),
} as const;
